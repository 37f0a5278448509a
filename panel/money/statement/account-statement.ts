import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../graphql/graphql';
import { request } from '../../graphql/request';
import { keepOfSame } from '../../keep-of-same';
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

/** A page of the statement of a month. */
export const statementQuery = (month: string, page: number) => {
  const about = { statement: month };
  return queryOptions({
    queryKey: [...walletKey, about, page],
    queryFn: async ({ signal }) =>
      (await request(statementDocument, { ...rangeOf(month), page }, signal)).statement,
    placeholderData: keepOfSame(about),
    refetchInterval: lookEveryMs,
  });
};
