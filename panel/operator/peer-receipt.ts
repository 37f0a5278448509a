import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { lookEveryMs } from '../statistics/use-now';
import { receiptsKey } from './receipt-word';

/** Asked for wherever a receipt is shown. */
export const receiptFragment = graphql(`
  fragment ReceiptParts on PeerReceipt {
    id
    peer
    transactionId
    receivedAt
    endedAt
    state
    isReversed
    problem
    amount
    sums {
      lines
      told
      credited
    }
  }
`);

const receiptDocument = graphql(
  `
    query PeerReceipt($id: ID!, $part: Int!) {
      peerReceipt(id: $id) {
        ...ReceiptParts
        sums {
          leftOut
          parts
        }
        lines(part: $part) {
          caseId
          eventId
          siteId
          campaignId
          value
          booked
          supplyFee
          boost
          boostFee
        }
      }
    }
  `,
  [receiptFragment],
);

export type PeerReceipt = ResultOf<typeof receiptDocument>['peerReceipt'];
export type PeerReceiptLine = PeerReceipt['lines'][number];

/** A receipt with one part of its lines. */
export const peerReceiptQuery = (id: string, part: number) =>
  queryOptions({
    queryKey: [...receiptsKey, id, part],
    queryFn: async ({ signal }) =>
      (await request(receiptDocument, { id, part }, signal)).peerReceipt,
    placeholderData: keepOfSame(id),
    refetchInterval: lookEveryMs,
  });
