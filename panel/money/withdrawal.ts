import { graphql, type ResultOf } from '../graphql/graphql';
import { unpaidFragment } from './unpaid';

export const withdrawalsDocument = graphql(
  `
    query Withdrawals($page: PositiveInt!) {
      withdrawals(first: 10, page: $page) {
        pageInfo {
          lastPage
          from
        }
        nodes {
          id
          amount
          address
          step
          reason
          requestedAt
          approvedAt
          expiresAt
          endedAt
          unpaid {
            ...UnpaidParts
          }
          payment {
            state
            transactionId
            preparedAt
            sentAt
            confirmedAt
            returnedAt
            reason
          }
        }
      }
    }
  `,
  [unpaidFragment],
);

export type ListedWithdrawal = ResultOf<typeof withdrawalsDocument>['withdrawals']['nodes'][number];
