import type { CandidateIndex } from '../../market/selection/index/candidate-index';
import type { HeldSlice } from './held-slice';

/** Takes campaigns that cannot pay out of the contest of this gateway's finds, and lets them compete again. */
export class Competitors {
  constructor(private readonly index: Pick<CandidateIndex, 'setEligible'>) {}

  leave(held: HeldSlice): void {
    if (held.isOut) return;
    this.leaveAnew(held);
  }

  /** The index forgets a campaign that went off sale for a while: what it was told before is told again. */
  leaveAnew(held: HeldSlice): void {
    held.isOut = true;
    this.index.setEligible(held.campaign.id, false);
  }

  join(held: HeldSlice): void {
    if (!held.isOut) return;
    held.isOut = false;
    this.index.setEligible(held.campaign.id, true);
  }
}
