import type { Job } from '../../platform/jobs/job';
import { isAllowed, type Peer, reachOf } from '../directory/peer';
import type { PeerImportContext } from './import.context';
import { importPeer, isImportDue, removeImported } from './import-peer.service';

/** Peers that are asked at once. */
const atOnce = 4;
const pageSize = 500;

/** Asks peers for their campaigns, each every ten minutes, and takes away those of peers that are gone. */
export const importInventories: Job<PeerImportContext> = {
  name: 'import-inventories',
  everySeconds: 10,
  needs: 'wallet',

  async run(ctx, signal) {
    if (ctx.ledger === null || ctx.peerMode === 'off') return;
    if ((await ctx.peerSettings.get()).pausedAt !== null) return;
    const waiting = await listDue(ctx);
    const importNext = async () => {
      for (let peer = waiting.shift(); peer !== undefined; peer = waiting.shift()) {
        signal.throwIfAborted();
        await importPeer(ctx, peer, signal);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, importNext));
  },
};

/** Peers to be asked now; those that are gone leave. */
async function listDue(ctx: PeerImportContext): Promise<Peer[]> {
  const due: Peer[] = [];
  for (let afterId: string | null = null; ; ) {
    const page: readonly Peer[] = await ctx.peers.listAll(
      { state: 'allowed' },
      { first: pageSize, afterId },
    );
    const imports = await ctx.peerImports.listByPeers(page.map(({ address }) => address));
    for (const peer of page) {
      const before = imports.get(peer.address);
      const now = ctx.now();
      if (isAllowed(peer, 'theirsHere') && isImportDue(peer, before, now)) due.push(peer);
      const isGone = reachOf(peer, now) === 'gone' && before !== undefined && before.creatives > 0;
      if (isGone) await removeImported(ctx, peer.address);
    }
    if (page.length < pageSize) return due;
    afterId = page.at(-1)?.address ?? null;
  }
}
