import { multiplied } from '../bid-modifiers';
import { bidOf } from '../ranking/rank';
import { BlockFilter } from './block-filter';
import type { CompiledRequest } from './compiled-request';
import { blockSize, wordsPerBlock } from './postings';
import type { Segment } from './segment';

/**
 * So many candidates of the highest bids are checked one by one; most placements are filled by then. Saves 60 % of a find
 * at 200,000 creatives (bench `selection`, P2-normal). To be deleted when a block is evaluated as quickly as ten candidates.
 */
const singleChecks = 96;

/**
 * Finds the places of a segment whose candidates are eligible, for one request after the other. The rules on ids are asked
 * last, and of those alone that would change the result: they are looked up in maps, caps in a visitor's counts.
 */
export class EligiblePlaces {
  private singleChecksLeft = 0;
  /** The block that the filter has evaluated; -1: none. */
  private block = -1;
  private readonly filter: BlockFilter;

  constructor(
    readonly segment: Segment,
    private readonly request: CompiledRequest,
  ) {
    this.filter = new BlockFilter(segment, request);
  }

  /** To be called whenever the request was compiled anew, or a candidate's bits have changed. */
  begin(): void {
    this.singleChecksLeft = singleChecks;
    this.block = -1;
  }

  /** The next place that passes all rules but those on ids, or `end` if there is none, or none that bids `least` or more. */
  next(start: number, end: number, least: number): number {
    const bound = Math.max(least, this.request.leastBid);
    let place = this.nextThatBids(bound, start, end);
    while (place < end) {
      if (this.singleChecksLeft > 0) {
        this.singleChecksLeft -= 1;
        if (this.passesInBucket(place)) return place;
        place += 1;
      } else {
        const blockEnd = Math.min((place | (blockSize - 1)) + 1, end);
        place = this.nextInBlock(place, blockEnd, bound);
        if (place < blockEnd) return place;
      }
      place = this.nextThatBids(bound, place, end);
    }
    return end;
  }

  /** Says that the candidate at a place of one of the request's buckets passes all other rules. */
  isEligible(place: number): boolean {
    const { leastBid } = this.request;
    return this.bidAt(place) >= leastBid && this.passesInBucket(place) && this.passesIds(place);
  }

  /** Says that the candidate at a place passes the rules on ids. */
  passesIds(place: number): boolean {
    const { ids } = this.request;
    if (ids.length === 0) return true;
    const candidate = this.segment.data.candidates[place]!;
    for (const { idOf, among, notAmong } of ids) {
      const id = idOf(candidate);
      if (among?.has(id) === false || notAmong?.has(id) === true) return false;
    }
    return true;
  }

  /** The next place that bids `least` or more. Cheaper than a check, and there may be many above those that win. */
  private nextThatBids(least: number, start: number, end: number): number {
    const { segment } = this;
    const { bids } = segment.data;
    let place = start;
    while (place < end && bids[place]! >= least) {
      if (!segment.isModified(place) || this.modifiedBidAt(place) >= least) return place;
      place += 1;
    }
    return end;
  }

  /** The next such place of the block that bids `least` or more, or `end`. */
  private nextInBlock(start: number, end: number, least: number): number {
    const block = Math.floor(start / blockSize);
    if (block !== this.block) {
      this.block = block;
      this.filter.evaluate(block);
    }
    const first = block * wordsPerBlock;
    const { bids } = this.segment.data;
    let place = start;
    while (place < end) {
      const word = this.filter.passing[(place >>> 5) - first]! >>> place;
      if (word === 0) {
        place = (place | 31) + 1;
        continue;
      }
      place += 31 - Math.clz32(word & -word);
      if (place >= end || bids[place]! < least) return end;
      if (this.bidAt(place) >= least && this.isWithinBounds(place)) return place;
      place += 1;
    }
    return end;
  }

  private passesInBucket(place: number): boolean {
    const { request, segment } = this;
    const { labelSets, profileOf, profiles } = segment.data;
    if (!segment.isLive(place)) return false;
    if (request.labels.isAsked && !request.labelVerdicts.passes(labelSets[place]!)) return false;
    const profile = profileOf[place]!;
    if (
      request.clauseLabels.isAsked &&
      !request.clauseLabels.isMetBy((label) => profiles.names(profile, label))
    ) {
      return false;
    }
    return profiles.matches(profile, request.features.marks) && this.isWithinBounds(place);
  }

  private isWithinBounds(place: number): boolean {
    const { profileOf, profiles } = this.segment.data;
    return profiles.isWithin(profileOf[place]!, this.request.bounds);
  }

  /** The bid of the candidate at a place in the request: modifiers may make less of the most that it bids. */
  bidAt(place: number): number {
    const { segment } = this;
    return segment.isModified(place) ? this.modifiedBidAt(place) : segment.data.bids[place]!;
  }

  private modifiedBidAt(place: number): number {
    const { modifierSets, rpms } = this.segment.data;
    return bidOf(multiplied(rpms[place]!, this.request.multipliers.of(modifierSets[place]!)));
  }
}
