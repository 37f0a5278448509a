import type { Job } from '../../platform/jobs/job';
import { someAtOnce } from '../../turns';
import { listAllowed } from '../directory/peer.service';
import { checkCreativesOf } from './check-creative.service';
import { EvenPace } from './even-pace';
import type { PeerImportContext } from './import.context';

/** Peers that are asked at once, each for a while: those who are slow keep the others waiting for no longer. */
const atOnce = 4;
const forMs = 10_000;
/** Ten a second, of all peers. */
const everyMs = 100;
/** Of thousands of peers two hundred a second are asked for: that spares the database. */
const everyPeerMs = 5;

/** Looks at the bytes of peers’ creatives, before anybody sees them and again by chance. */
export const checkPeerCreatives: Job<PeerImportContext> = {
  name: 'check-peer-creatives',
  everySeconds: 1,

  async run(ctx, signal) {
    if (ctx.peerMode === 'off' || (await ctx.peerSettings.get()).pausedAt !== null) return;
    const peers = await Array.fromAsync(listAllowed(ctx, 'theirsHere'));
    const pace = new EvenPace(everyMs);
    const ofPeers = new EvenPace(everyPeerMs);
    await someAtOnce(peers, atOnce, async ({ address }) => {
      await ofPeers.turn();
      signal.throwIfAborted();
      await checkCreativesOf(ctx, address, { forMs, pace, signal });
    });
  },
};
