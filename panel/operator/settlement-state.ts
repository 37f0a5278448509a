import { graphql, type ResultOf } from '../graphql/graphql';

export const settlementDocument = graphql(`
  query SettlementState {
    settlement {
      pausedReason
      problems {
        kind
        text
        since
      }
      onTheirWay
      openTransactions
      ledgerAddress
      ledgerBalance
    }
  }
`);

/** How payments stand. */
export type SettlementState = ResultOf<typeof settlementDocument>['settlement'];
