import type { Bucket } from '../index/buckets';
import type { EligiblePlaces } from '../index/eligible-places';
import type { Candidate, Imp, SelectionContext } from '../types';
import { Contest } from './contest';
import { seedOf, startPoint } from './rank';

interface AuctionOptions {
  /** `bestBeside` will be asked: more have to compete. */
  readonly seeksRival?: boolean;
}

/** Lets eligible candidates compete for a placement: by bid and what the visitor saw, equals by the seed. */
export class Auction {
  readonly seed: number;
  /** The seed's point on the ring, where the search begins. */
  readonly start: number;
  private readonly contest: Contest;

  constructor(
    private readonly imp: Imp,
    private readonly context: SelectionContext,
    private readonly options: AuctionOptions = {},
  ) {
    this.seed = seedOf(context, imp);
    this.start = startPoint(this.seed);
    this.contest = new Contest(this.start);
  }

  /** The winner; null if nobody competed. */
  winner(): Candidate | null {
    return this.contest.winner(this.seed);
  }

  /** The highest bid times penalty; -1 if nobody competed. */
  get best(): number {
    return this.contest.best;
  }

  /** The same of all campaigns but one. */
  bestBeside(campaignId: string): number {
    return this.contest.bestBeside(campaignId);
  }

  /** A lower bid changes nothing. */
  private get least(): number {
    return this.options.seeksRival ? this.contest.rival : this.contest.best;
  }

  /** Lets one candidate compete that passes all rules but those on ids: if it would change anything, it has to pass these. */
  offer(eligible: EligiblePlaces, place: number): void {
    const { candidates, points } = eligible.segment.data;
    const bid = eligible.bidAt(place);
    if (bid < this.least) return;
    const candidate = candidates[place]!;
    const score = bid * this.penaltyOf(candidate);
    if (score >= this.least && eligible.passesIds(place))
      this.contest.offer(candidate, points[place]!, score);
  }

  /** Factor on the bid for what the visitor saw lately. */
  penaltyOf(candidate: Candidate): number {
    return this.context.recentlySeen.penaltyOf(candidate, this.imp.chosenBefore);
  }

  /** Lets whoever of the bucket can still win compete: descending by the most that they bid, each class of equals by ring. */
  offerBucket(eligible: EligiblePlaces, { start, end }: Bucket): void {
    const { bids } = eligible.segment.data;
    let place = eligible.next(start, end, this.least);
    while (place < end) {
      const bid = bids[place]!;
      if (bid < this.least) return;
      let classEnd = place + 1;
      if (classEnd < end && bids[classEnd] === bid) {
        classEnd = endOfClass(bids, place, end);
        this.offerClass(eligible, place, classEnd);
      } else {
        this.offer(eligible, place);
      }
      place = eligible.next(classEnd, end, this.least);
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
    const { bids, points } = eligible.segment.data;
    let place = start;
    while (place < end) {
      const bid = bids[place]!;
      if (bid <= this.least && this.contest.isSettled(bid, points[place]!)) return true;
      place = eligible.next(place, end, this.least);
      if (place >= end) return false;
      this.offer(eligible, place);
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
