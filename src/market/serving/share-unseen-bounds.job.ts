import type { Job } from '../../platform/jobs/job';
import type { PlatformMembers } from '../../platform/platform.members';
import type { MarketMembers } from '../market.members';

interface SharedBoundsContext
  extends Pick<PlatformMembers, 'runningProcesses' | 'now'>,
    Pick<MarketMembers, 'unseenOffers'> {}

/** Lets each process have its part of the bounds of unseen offers: finds of one visitor reach all of them. */
export const shareUnseenBounds: Job<SharedBoundsContext> = {
  name: 'share-unseen-bounds',
  everySeconds: 5,
  isPerProcess: true,
  async run({ runningProcesses, unseenOffers, now }) {
    unseenOffers.divideAmong(await runningProcesses.noteOwn(now()));
  },
};
