import { graphql, type ResultOf } from '../graphql/graphql';

export const withdrawalsDocument = graphql(`
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
        heldReason
        requestedAt
        approvedAt
        expiresAt
        endedAt
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
`);

export type ListedWithdrawal = ResultOf<typeof withdrawalsDocument>['withdrawals']['nodes'][number];
