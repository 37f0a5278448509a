import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { lookEveryMs } from '../statistics/use-now';
import { receiptsKey } from './receipt-word';

const receiptDocument = graphql(`
  query PeerReceipt($id: ID!, $part: Int!) {
    peerReceipt(id: $id) {
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
        leftOut
        parts
        told
        credited
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
`);

export type PeerReceipt = ResultOf<typeof receiptDocument>['peerReceipt'];
export type PeerReceiptLine = PeerReceipt['lines'][number];

/** A receipt with one part of its lines. */
export const peerReceiptQuery = (id: string, part: number) =>
  queryOptions({
    queryKey: [...receiptsKey, 'one', id, part],
    queryFn: async ({ signal }) =>
      (await request(receiptDocument, { id, part }, signal)).peerReceipt,
    placeholderData: keepPreviousData,
    refetchInterval: lookEveryMs,
  });
