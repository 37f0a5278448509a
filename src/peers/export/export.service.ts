import { AppError } from '../../errors';
import { assertTold } from '../discovery/own-info.service';
import { isAllowed } from '../directory/peer';
import { verifyRequest } from '../signed-requests/verify-request.service';
import type { ExportContext } from './export.context';
import { emptyList } from './kept-export';

/**
 * Lists our campaigns for the peer that has signed the request. One that is right but not allowed gets an empty list: so
 * `allow` works by its next import.
 *
 * @param authorization value of the header
 * @returns JSON
 * @throws {AppError} `NOT_FOUND` where this server has nothing to do with others, `UNAUTHENTICATED` without a good header,
 * `TOO_MANY_REQUESTS` while too many keys are asked for
 * @see docs/contract.md §10
 */
export async function exportCampaigns(
  ctx: ExportContext,
  authorization: string | undefined,
): Promise<Buffer> {
  assertTold(ctx.peerMode);
  const isKnown = (address: string) => ctx.peerDirectory.find(address) !== null;
  const { account, problem, clocks } = await verifyRequest(ctx, authorization, isKnown);
  if (clocks !== null) {
    const { account: peer, ...both } = clocks;
    await ctx.peers.noteClocks(peer, both);
  }
  if (account === null) throw new AppError('UNAUTHENTICATED', problem, { challenge: 'ADS' });
  const peer = ctx.peerDirectory.find(account);
  const mayHave = peer !== null && isAllowed(peer, 'oursThere') && !ctx.peerDirectory.isPaused();
  return mayHave ? ctx.keptExport.readFor(peer.address) : emptyList;
}
