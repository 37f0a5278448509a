import { isAccountAddress } from '../../../sidecar/ledger/address';
import { AppError, invalid, notFound } from '../../errors';
import type { Peer } from '../directory/peer';
import { assertPeersOn, getPeer } from '../directory/peer.service';
import { askPeer, readInfoOf } from './ask-peer.service';
import type { DiscoveryContext } from './discovery.context';
import { takeInfo } from './take-info.service';

/**
 * Asks a server what it is, without its broadcast.
 *
 * @param place its address, if it is known; else the URL of its `info.json`
 * @throws {AppError} `CONFLICT` where peers are off, for this very server, and for a host other than the one that its account
 * has announced; `NOT_FOUND` for an address that is not
 * known; `VALIDATION_FAILED` for a URL that may not be called, and for an answer that is none.
 */
export async function findPeer(ctx: DiscoveryContext, place: string): Promise<Peer> {
  assertPeersOn(ctx);
  const text = place.trim();
  const signal = new AbortController().signal;
  if (isAccountAddress(text.toUpperCase())) {
    const { address, url } = await getPeer(ctx, text);
    const asked = await askPeer(ctx, { address, url, broadcastAt: null }, signal);
    return asked ?? getPeer(ctx, address);
  }
  const url = URL.parse(text)?.href;
  if (url === undefined) throw invalid({ place: ['is neither an address nor a URL'] });
  const read = await readInfoOf(ctx, { address: new URL(url).host, url }, signal);
  if (read.problem !== null) throw invalid({ place: [`does not say what it is: ${read.problem}`] });
  const { address } = read;
  if (address === ctx.config.ledgerAddress)
    throw new AppError('CONFLICT', `${address} is this server’s own account`);
  const known = await ctx.peers.find(address);
  if (known !== null && known.broadcastAt !== null && hostOf(known.url) !== hostOf(url))
    throw new AppError(
      'CONFLICT',
      `${address} announces ${known.url}: another server cannot speak for it`,
    );
  const found = await takeInfo(ctx, { address, url, broadcastAt: null }, read);
  if (!found) throw notFound('peer', address);
  return found;
}

const hostOf = (url: string): string => new URL(url).host;
