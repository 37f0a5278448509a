import type { Job } from '../../platform/jobs/job';
import { someAtOnce } from '../../turns';
import { goneAfterMs } from '../directory/peer';
import { askPeer } from './ask-peer.service';
import type { DiscoveryContext } from './discovery.context';
import { askedAtOnce, scanBroadcasts } from './scan-broadcasts.service';

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
    await someAtOnce(await ctx.peers.listDue(mostDue), askedAtOnce, async ({ address, url }) => {
      signal.throwIfAborted();
      await askPeer(ctx, { address, url, broadcastAt: null }, signal);
    });
    await ctx.peers.removeSilent(new Date(ctx.now().getTime() - goneAfterMs));
  },
};
