import type { Bucket } from '../index/buckets';
import type { EligiblePlaces } from '../index/eligible-places';
import type { Segment } from '../index/segment';
import { bidIn } from '../terms';
import type { Candidate, Imp, SeenCreative, SelectionContext } from '../types';
import { Contest } from './contest';
import { seedOf, seenPenalty, startPoint } from './rank';

/** Lets eligible candidates compete for a placement: by bid and what the visitor saw, equals by the seed. */
export class Auction {
  readonly seed: number;
  /** The seed's point on the ring, where the search begins. */
  readonly start: number;
  private readonly contest: Contest;
  private readonly seen: readonly SeenCreative[];

  /** @param leftOutId a campaign that does not compete; absent: all do */
  constructor(
    imp: Imp,
    private readonly context: SelectionContext,
    private readonly leftOutId?: string,
  ) {
    this.seed = seedOf(context, imp);
    this.start = startPoint(this.seed);
    this.contest = new Contest(this.start);
    const { chosenBefore = [] } = imp;
    const { recentlySeen } = context;
    this.seen = chosenBefore.length === 0 ? recentlySeen : [...chosenBefore, ...recentlySeen];
  }

  /** The winner; null if nobody competed. */
  winner(): Candidate | null {
    return this.contest.winner(this.seed);
  }

  /** The highest bid times penalty; -1 if nobody competed. */
  get best(): number {
    return this.contest.best;
  }

  /** Lets one candidate compete. */
  offer(segment: Segment, place: number): void {
    const { candidates, bids, points } = segment.data;
    const candidate = candidates[place]!;
    const bid = segment.isModified(place) ? bidIn(candidate, this.context) : bids[place]!;
    if (bid < this.contest.best || candidate.campaignId === this.leftOutId) return;
    this.contest.offer(candidate, points[place]!, bid * this.penaltyOf(candidate));
  }

  /** Factor on the bid for what the visitor saw lately. */
  penaltyOf(candidate: Candidate): number {
    return seenPenalty(candidate, this.seen);
  }

  /** Lets whoever of the bucket can still win compete: descending by the most that they bid, each class of equals by ring. */
  offerBucket(eligible: EligiblePlaces, { start, end }: Bucket): void {
    const { contest } = this;
    const { segment } = eligible;
    const { bids } = segment.data;
    let place = eligible.next(start, end, contest.best);
    while (place < end) {
      const bid = bids[place]!;
      if (bid < contest.best) return;
      let classEnd = place + 1;
      if (classEnd < end && bids[classEnd] === bid) {
        classEnd = endOfClass(bids, place, end);
        this.offerClass(eligible, place, classEnd);
      } else {
        this.offer(segment, place);
      }
      place = eligible.next(classEnd, end, contest.best);
    }
  }

  /** Equals of the most that they bid, clockwise on the ring from the seed's point, until nobody behind can matter. */
  private offerClass(eligible: EligiblePlaces, start: number, end: number): void {
    const from = firstAtPoint(eligible.segment.data.points, { start, end }, this.start);
    if (this.offerStretch(eligible, from, end)) return;
    this.offerStretch(eligible, start, from);
  }

  /** @returns whether the contest is settled for this bid */
  private offerStretch(eligible: EligiblePlaces, start: number, end: number): boolean {
    const { segment } = eligible;
    const { bids, points } = segment.data;
    let place = start;
    while (place < end) {
      if (this.contest.isSettled(bids[place]!, points[place]!)) return true;
      place = eligible.next(place, end, this.contest.best);
      if (place >= end) return false;
      this.offer(segment, place);
      place += 1;
    }
    return false;
  }
}

/** The first place with a ring point at or behind the seed's, among equal bids. */
export function firstAtPoint(
  points: Uint32Array<ArrayBuffer>,
  { start, end }: { readonly start: number; readonly end: number },
  point: number,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]! < point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The end of the equal bids that begin at the place: by doubling steps, then by halving. */
function endOfClass(bids: Float32Array<ArrayBuffer>, place: number, end: number): number {
  const bid = bids[place]!;
  let step = 1;
  while (place + step < end && bids[place + step] === bid) step *= 2;
  let low = place + (step >>> 1) + 1;
  let high = Math.min(place + step, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bids[middle] === bid) low = middle + 1;
    else high = middle;
  }
  return low;
}
