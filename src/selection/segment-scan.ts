import type { CompiledRequest } from './compiled-request';
import type { Contest } from './contest';
import type { Bucket } from './places';
import { type BlockWords, blockSize, wordsPerBlock } from './postings';
import type { Segment } from './segment';

/** So short a stretch is faster checked one by one than by the block. */
const shortStretch = 64;

/** Finds the eligible candidates of a segment for one request after the other. */
export class SegmentScan {
  /** How many more candidates of this request are checked one by one before blocks are. */
  private singleChecks = 0;
  /** The block that `eligible` is about; -1: none. */
  private block = -1;
  private readonly eligible: BlockWords = new Int32Array(wordsPerBlock);
  private readonly scratch: BlockWords = new Int32Array(wordsPerBlock);

  constructor(
    readonly segment: Segment,
    private readonly request: CompiledRequest,
  ) {}

  /** To be called whenever the request was compiled anew, or a candidate's bits have changed. */
  begin(singleChecks: number): void {
    this.singleChecks = singleChecks;
    this.block = -1;
  }

  /** Offers to the contest whoever of the bucket can still win it: descending bids, each class by ring. */
  offerBucket({ start, end }: Bucket, contest: Contest): void {
    const { bids } = this.segment.data;
    let place = this.next(start, end, contest.best);
    while (place < end) {
      const bid = bids[place]!;
      if (bid < contest.best) return;
      let classEnd = place + 1;
      if (classEnd < end && bids[classEnd] === bid) {
        classEnd = this.endOfClass(place, end);
        this.offerClass(place, classEnd, contest);
      } else {
        this.offer(place, contest);
      }
      place = this.next(classEnd, end, contest.best);
    }
  }

  /** Whether the candidate passes every rule but those of its bucket. */
  isEligible(place: number): boolean {
    return this.passes(place) && this.passesRest(place);
  }

  offer(place: number, contest: Contest): void {
    const { candidates, bids, points } = this.segment.data;
    contest.offer(candidates[place]!, points[place]!, bids[place]! * this.penaltyOf(place));
  }

  /** Factor on the bid for what the visitor saw lately; most candidates need not even be looked at. */
  penaltyOf(place: number): number {
    const { candidates, points, profiles, targeting } = this.segment.data;
    const campaignHash = targeting.campaignHash(profiles[place]!);
    if (!this.request.mayBeSeen(points[place]!, campaignHash)) return 1;
    return this.request.penaltyOf(candidates[place]!);
  }

  /** Equal bids, clockwise on the ring from the seed's point, until nobody behind can matter. */
  private offerClass(start: number, end: number, contest: Contest): void {
    const from = this.firstAtPoint(start, end);
    if (this.offerStretch(from, end, contest)) return;
    this.offerStretch(start, from, contest);
  }

  /** @returns whether the contest is settled for this bid */
  private offerStretch(start: number, end: number, contest: Contest): boolean {
    const { bids, points } = this.segment.data;
    let place = start;
    while (place < end) {
      if (contest.isSettled(bids[place]!, points[place]!)) return true;
      place = this.next(place, end, -1);
      if (place >= end) return false;
      this.offer(place, contest);
      place += 1;
    }
    return false;
  }

  /** The first place with a ring point at or behind the seed's, among equal bids. */
  private firstAtPoint(start: number, end: number): number {
    const { points } = this.segment.data;
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (points[middle]! < this.request.start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The end of the equal bids that begin at the place: by doubling steps, then by halving. */
  private endOfClass(place: number, end: number): number {
    const { bids } = this.segment.data;
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

  /** The next eligible place, or `end` if there is none, or none that bids `least` or more. */
  private next(start: number, end: number, least: number): number {
    const { bids } = this.segment.data;
    const bound = Math.max(least, this.request.minimumBid);
    let place = start;
    while (place < end) {
      if (bids[place]! < bound) return end;
      if (this.singleChecks > 0 || end - place <= shortStretch) {
        this.singleChecks -= 1;
        if (this.isEligible(place)) return place;
        place += 1;
      } else {
        const blockEnd = Math.min((place | (blockSize - 1)) + 1, end);
        place = this.nextInBlock(place, blockEnd);
        if (place < blockEnd) return place;
      }
    }
    return end;
  }

  /** The next eligible place of the block, or `end`. */
  private nextInBlock(start: number, end: number): number {
    const block = Math.floor(start / blockSize);
    if (block !== this.block) this.evaluate(block);
    const first = block * wordsPerBlock;
    let place = start;
    while (place < end) {
      const word = this.eligible[(place >>> 5) - first]! >>> place;
      if (word === 0) {
        place = (place | 31) + 1;
        continue;
      }
      place += 31 - Math.clz32(word & -word);
      if (place >= end) return end;
      if (this.passesRest(place)) return place;
      place += 1;
    }
    return end;
  }

  private passes(place: number): boolean {
    const { request, segment } = this;
    const { keywordSets, profiles, targeting } = segment.data;
    if (!segment.isLive(place)) return false;
    if (request.hasKeywordRules && !request.passesKeywords(keywordSets[place]!)) return false;
    const profile = profiles[place]!;
    const deal = request.directDeal;
    if (deal !== undefined && !targeting.requires(profile, deal)) return false;
    return targeting.matches(profile, request.stamps, request.stamp);
  }

  /** What blocks know nothing of. */
  private passesRest(place: number): boolean {
    const { candidates, profiles, targeting } = this.segment.data;
    const { now, blocked, accepted } = this.request;
    if (!targeting.isInFlight(profiles[place]!, now)) return false;
    if (!blocked && !accepted) return true;
    const { creativeId } = candidates[place]!;
    return blocked?.has(creativeId) !== true && accepted?.has(creativeId) !== false;
  }

  /** Finds who of the block passes, for all 1024 at once; stops as soon as nobody is left. */
  private evaluate(block: number): void {
    const { live, flights } = this.segment.data;
    const { now } = this.request;
    this.block = block;
    const first = block * wordsPerBlock;
    let any = 0;
    for (let word = 0; word < wordsPerBlock; word += 1) {
      any |= this.eligible[word] = live[first + word]!;
    }
    if (now < flights.firstStart[block]! || now > flights.lastEnd[block]!) this.eligible.fill(0);
    else if (any !== 0 && this.keepKeywords(block) && this.keepRequired(block)) {
      this.dropExcluded(block);
    }
  }

  /** @returns whether anybody is left */
  private keepKeywords(block: number): boolean {
    const { request } = this;
    const { keywords, requires } = this.segment.data;
    for (const clause of request.keywordClauses) {
      this.scratch.fill(0);
      for (const keyword of clause) {
        const reference = keywords.find(keyword, block);
        if (reference >= 0) keywords.addTo(this.scratch, reference);
      }
      if (!this.keepScratch()) return false;
    }
    for (const keyword of request.keywordExcludes) {
      const reference = keywords.find(keyword, block);
      if (reference >= 0) keywords.removeFrom(this.eligible, reference, null);
    }
    if (request.directDeal === undefined) return true;
    this.scratch.fill(0);
    const reference = request.directDeal < 0 ? -1 : requires.find(request.directDeal, block);
    if (reference >= 0) requires.addTo(this.scratch, reference);
    return this.keepScratch();
  }

  /** Each dimension by itself: who requires it must have one of its present features. */
  private keepRequired(block: number): boolean {
    const { dimensions, requires, requiredDimensions } = this.segment.data;
    for (const dimension of requiredDimensions) {
      const reference = dimensions.find(dimension, block);
      if (reference < 0) continue;
      let isMet = false;
      for (const feature of this.request.presentByDimension[dimension]!) {
        const met = requires.find(feature, block);
        if (met < 0) continue;
        if (!isMet) this.scratch.fill(0);
        isMet = true;
        requires.addTo(this.scratch, met);
      }
      dimensions.removeFrom(this.eligible, reference, isMet ? this.scratch : null);
      if (!this.isAnyLeft()) return false;
    }
    return true;
  }

  private dropExcluded(block: number): void {
    const { excludes } = this.segment.data;
    for (const feature of this.request.present) {
      const reference = excludes.find(feature, block);
      if (reference >= 0) excludes.removeFrom(this.eligible, reference, null);
    }
  }

  private keepScratch(): boolean {
    let any = 0;
    for (let word = 0; word < wordsPerBlock; word += 1) {
      any |= this.eligible[word]! &= this.scratch[word]!;
    }
    return any !== 0;
  }

  private isAnyLeft(): boolean {
    let any = 0;
    for (let word = 0; word < wordsPerBlock; word += 1) any |= this.eligible[word]!;
    return any !== 0;
  }
}
