import type { Job } from '../../platform/jobs/job';
import { someAtOnce } from '../../turns';
import { type Peer, reachOf } from '../directory/peer';
import { listAllowed } from '../directory/peer.service';
import type { PeerImportContext } from './import.context';
import { importPeer, isImportDue, removeImported } from './import-peer.service';

/** Peers that are asked at once. */
const atOnce = 4;

/** Asks peers for their campaigns, each as often as the settings say, and takes away those of peers that are gone. */
export const importInventories: Job<PeerImportContext> = {
  name: 'import-inventories',
  everySeconds: 5,
  needs: 'wallet',

  async run(ctx, signal) {
    if (ctx.ledger === null || ctx.peerMode === 'off') return;
    if ((await ctx.peerSettings.get()).pausedAt !== null) return;
    await someAtOnce(await listDue(ctx), atOnce, async (peer) => {
      signal.throwIfAborted();
      await importPeer(ctx, peer, signal);
    });
  },
};

/** Peers to be asked now; those that are gone leave. */
async function listDue(ctx: PeerImportContext): Promise<readonly Peer[]> {
  const peers = await Array.fromAsync(listAllowed(ctx, 'theirsHere'));
  const imports = await ctx.peerImports.listByPeers(peers.map(({ address }) => address));
  const now = ctx.now();
  // While all were paused, or the node was away, no block was read: nobody was silent in those.
  const heardTo = (await ctx.peerScans.get()).scannedTo ?? now;
  for (const peer of peers) {
    const isHere = (imports.get(peer.address)?.creatives ?? 0) > 0;
    if (isHere && reachOf(peer, heardTo) === 'gone') await removeImported(ctx, peer.address);
  }
  return peers.filter((peer) => isImportDue(peer, imports.get(peer.address), now));
}
