import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from './graphql/graphql';
import { request } from './graphql/request';

const document = graphql(`
  query Viewer {
    viewer {
      id
      email
      emailConfirmedAt
      roles
      funds
      creditLimit
      earnings
      payoutAddress
    }
  }
`);

export type Viewer = ResultOf<typeof document>['viewer'];

export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal }) => (await request(document, {}, signal)).viewer,
});

/** The account that is logged in; everything under the shell has one. */
export function useViewer(): Viewer {
  return useSuspenseQuery(viewerQuery).data;
}
