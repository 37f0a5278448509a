import type { WithRequest } from '../../request-facts';
import type { CreativeOrigin } from '../../peers/import/peer-creative.store';
import type { EventContext } from '../events/event.context';
import type { AdEvent } from '../events/event';
import type { Offer } from '../events/event-token';
import { readSiteHost } from '../events/site-host';
import { forwardUrl, pageUrlOf } from './forward-url';
import { isTold } from './told-traffic';

type Context = Pick<
  EventContext,
  'config' | 'inventory' | 'peerCreatives' | 'peerDirectory' | 'sites' | 'supplyDirectory'
> &
  WithRequest;

/** `http`, the host and 400 characters: a longer path of a page is not told. */
const mostRefererLength = 500;

/** The server that an offer’s creative comes from; null: it is ours, or nobody knows any more. */
export async function findOrigin(
  { inventory, peerCreatives }: Pick<Context, 'inventory' | 'peerCreatives'>,
  { isForeign, creativeId }: Offer,
): Promise<CreativeOrigin | null> {
  if (!isForeign) return null;
  return inventory.find(creativeId)?.origin ?? peerCreatives.findOrigin(creativeId);
}

/** Says that another server is told of an event of its creative. */
export function isForwarded(
  { peerDirectory, request }: Pick<Context, 'peerDirectory'> & WithRequest,
  { address }: CreativeOrigin,
  of: { readonly event: AdEvent; readonly offer: Offer },
): boolean {
  if (of.offer.isTest || request.isHead) return false;
  if (of.event.kind === 'click') return true;
  return isTold(of.event) && peerDirectory.isOpen(address, 'theirsHere');
}

/** Where an event of another server’s creative goes on to. */
export async function forwardUrlOf(
  ctx: Context,
  { viewUrl, clickUrl }: CreativeOrigin,
  { kind, caseId, requestId, placementId, publisherId, siteId }: AdEvent,
): Promise<string> {
  const { referer } = ctx.request.headers;
  const isTold = typeof referer === 'string' && referer.length <= mostRefererLength;
  return forwardUrl(kind === 'click' ? clickUrl : viewUrl, {
    ...{ caseId, requestId, placementId, publisherId },
    payTo: ctx.config.ledgerAddress,
    pageUrl: pageUrlOf(await readSiteHost(ctx, siteId), isTold ? referer : null),
  });
}
