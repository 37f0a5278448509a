import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../graphql/graphql';
import { request } from '../../graphql/request';
import { lookEveryMs } from '../../statistics/use-now';
import { walletKey } from '../wallet-key';
import { rangeOf } from './month';

const statementDocument = graphql(`
  query Statement($from: DateTime!, $to: DateTime!, $page: PositiveInt!) {
    statement(from: $from, to: $to, first: 100, page: $page) {
      pageInfo {
        lastPage
      }
      pockets {
        pocket
        opening
        incoming
        outgoing
        closing
      }
      rows {
        day
        pocket
        kind
        campaignId
        siteId
        amount
        lines
      }
    }
  }
`);

type Statement = ResultOf<typeof statementDocument>['statement'];
export type PocketChange = Statement['pockets'][number];
export type StatementRow = Statement['rows'][number];

const keyOf = (month: string, page: number) => [...walletKey, 'statement', month, page] as const;

/** A page of the statement of a month. */
export const statementQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: keyOf(month, page),
    queryFn: async ({ signal }) =>
      (await request(statementDocument, { ...rangeOf(month), page }, signal)).statement,
    // The lines of another month would stand below the name of this one.
    placeholderData: (statement, before) => (before?.queryKey[2] === month ? statement : undefined),
    refetchInterval: lookEveryMs,
  });
