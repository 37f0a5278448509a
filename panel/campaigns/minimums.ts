import { queryOptions } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';

const minimumsDocument = graphql(`
  query Minimums {
    campaignMinimums {
      hourlyBudget
      cpm
    }
  }
`);

/** The least that active campaigns offer. */
export const minimumsQuery = queryOptions({
  queryKey: ['minimums'],
  queryFn: async ({ signal }) => (await request(minimumsDocument, {}, signal)).campaignMinimums,
  staleTime: Infinity,
});
