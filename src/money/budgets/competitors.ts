import type { CandidateIndex } from '../../market/selection/index/candidate-index';
import type { HeldSlice } from './held-slice';

/** Takes campaigns that cannot pay out of the contest of this gateway's finds, and lets them compete again. */
export class Competitors {
  private readonly out = new Set<HeldSlice>();
  private walk = this.out.values();

  constructor(private readonly index: Pick<CandidateIndex, 'setEligible'>) {}

  leave(held: HeldSlice): void {
    if (!this.out.has(held)) this.leaveAnew(held);
  }

  /** The index forgets a campaign that went off sale for a while: what it was told before is told again. */
  leaveAnew(held: HeldSlice): void {
    this.out.add(held);
    this.index.setEligible(held.campaign.id, false);
  }

  join(held: HeldSlice): void {
    if (this.out.delete(held)) this.index.setEligible(held.campaign.id, true);
  }

  /** Those that are out of the contest, round after round: so many at most, and what is left of a round. */
  *nextOut(most: number): Iterable<HeldSlice> {
    for (let count = 0; count < most; count += 1) {
      const next = this.walk.next();
      if (next.done === true) {
        this.walk = this.out.values();
        return;
      }
      yield next.value;
    }
  }
}
