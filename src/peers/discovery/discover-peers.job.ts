import type { Job } from '../../platform/jobs/job';
import { goneAfterMs } from '../directory/peer';
import { askPeer } from './ask-peer.service';
import type { DiscoveryContext } from './discovery.context';
import { scanBroadcasts } from './scan-broadcasts.service';

const mostDue = 50;

/** Finds other servers by their broadcasts, and asks those again that did not answer. */
export const discoverPeers: Job<DiscoveryContext> = {
  name: 'discover-peers',
  everySeconds: 10,
  needs: 'wallet',

  async run(ctx, signal) {
    const { ledger } = ctx;
    if (ledger === null || ctx.peerMode === 'off') return;
    if ((await ctx.peerSettings.get()).pausedAt !== null) return;
    await scanBroadcasts({ ...ctx, ledger }, signal);
    for (const { address, url } of await ctx.peers.listDue(mostDue)) {
      signal.throwIfAborted();
      await askPeer(ctx, { address, url, broadcastAt: null }, signal);
    }
    await ctx.peers.removeSilent(new Date(ctx.now().getTime() - goneAfterMs));
  },
};
