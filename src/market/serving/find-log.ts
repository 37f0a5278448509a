import type { Logger } from 'pino';
import { requestIdOf } from '../../supply/visitors/request-id';
import type { Bid } from './bid';
import type { BidRequest } from './bid-request';

interface Lost {
  readonly impId: string;
  readonly reason: string;
  readonly details: readonly string[];
}

/** Tells at the level debug how a find was answered: nothing of the visitor, and of the page its host. */
export function logFind(
  log: Logger,
  { id, site, isTest }: BidRequest,
  { bids, nonBids }: { readonly bids: readonly Bid[]; readonly nonBids: readonly Lost[] },
): void {
  log.debug(
    {
      requestId: requestIdOf(id),
      host: site.host,
      isTest,
      won: bids.map(({ impId, creativeId, rpm }) => ({ impId, creativeId, rpm })),
      lost: nonBids.map(({ impId, reason, details }) => ({ impId, reason, details })),
    },
    'a find was answered',
  );
}
