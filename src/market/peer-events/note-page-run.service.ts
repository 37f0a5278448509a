import { AppError } from '../../errors';
import { truncateIpAddress } from '../../ip-address';
import type { WithRequest } from '../../request-facts';
import { classifyTraffic } from '../events/invalid-traffic';
import { readPage } from './page-token';
import type { PeerEventContext } from './peer-event.context';

type Context = PeerEventContext & WithRequest;

/** @throws {AppError} `NOT_FOUND` for a page that we did not sign, or whose 10 minutes are over; `TOO_MANY_REQUESTS`. */
export function assertPage(ctx: Context, token: string): string {
  ctx.peerEventRate.take(ctx.request.remoteAddress);
  const offerId = readPage(ctx.eventUrlKeys, token, ctx.now());
  if (offerId === null) throw new AppError('NOT_FOUND', 'there is no such page');
  return offerId;
}

/** Notes that a browser has run the page of a case. @throws like `assertPage` */
export async function notePageRun(ctx: Context, token: string): Promise<void> {
  const offerId = assertPage(ctx, token);
  const rules = {
    findingOf: (address: string) => ctx.networkLists.findingOf(address),
    needsBrowser: true,
  };
  if (classifyTraffic(ctx.request, rules) !== null) return;
  const network = truncateIpAddress(ctx.request.remoteAddress);
  await ctx.events.notePageRun(offerId, { at: ctx.now(), network });
}
