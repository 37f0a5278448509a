import { hashText } from '../ranking/hash';
import { ringPoint } from '../ranking/rank';
import type { Candidate } from '../types';
import type { Buckets } from './buckets';
import type { IdTable } from './id-table';
import type { Postings } from './postings';
import type { Profiles } from './profiles';

/** The arrays of a segment. "Place": position in the order of bucket, bid (highest first), ring. */
export interface SegmentData {
  readonly candidates: readonly Candidate[];
  readonly buckets: Buckets;
  /** By place: the most that the candidate bids in any request. */
  readonly bids: Float32Array<ArrayBuffer>;
  readonly points: Uint32Array<ArrayBuffer>;
  readonly profileOf: Uint32Array<ArrayBuffer>;
  readonly labelSets: Uint32Array<ArrayBuffer>;
  /** By place: the campaign's next place plus 1; 0 ends the chain. */
  readonly nextOfCampaign: Uint32Array<ArrayBuffer>;
  /** Places of little known candidates, by bucket and then along the ring. */
  readonly littleKnown: Uint32Array<ArrayBuffer>;
  /** Bits by place: may compete. */
  readonly live: Int32Array<ArrayBuffer>;
  /** Bits by place: may bid less than `bids` says, by what a request is of. */
  readonly modified: Int32Array<ArrayBuffer>;
  /** By place: the modifiers of those that may; empty where nobody may. */
  readonly modifierSets: Uint32Array<ArrayBuffer>;
  /** By place: what those that may bid without modifiers; empty where nobody may. */
  readonly rpms: Float64Array<ArrayBuffer>;
  /** Bits by place: no longer part of the index. */
  readonly removed: Int32Array<ArrayBuffer>;
  readonly removedCount: number;
  readonly profiles: Profiles;
  readonly creativeTable: IdTable;
  /** Leads to the first place of the campaign's chain. */
  readonly campaignTable: IdTable;
  /** Candidates with a clause on a dimension. */
  readonly dimensions: Postings;
  /** Dimensions that any candidate has a clause on, the most frequent first. */
  readonly requiredDimensions: readonly number[];
  /** Candidates with a clause that names a feature. */
  readonly requires: Postings;
  readonly excludes: Postings;
  readonly labels: Postings;
  /** By block the highest number of each column. */
  readonly highs: Float64Array<ArrayBuffer>;
}

/** Many candidates arranged for quick search. Only its bits change after it is built. */
export class Segment {
  private removals: number;

  constructor(readonly data: SegmentData) {
    this.removals = data.removedCount;
  }

  /** Candidates that are not removed. */
  get size(): number {
    return this.data.candidates.length - this.removals;
  }

  isLive(place: number): boolean {
    return ((this.data.live[place >>> 5]! >>> place) & 1) === 1;
  }

  isModified(place: number): boolean {
    return ((this.data.modified[place >>> 5]! >>> place) & 1) === 1;
  }

  isRemoved(place: number): boolean {
    return ((this.data.removed[place >>> 5]! >>> place) & 1) === 1;
  }

  /** The place of a creative that is not removed, or -1. */
  placeOf(creativeId: string): number {
    const place = this.data.creativeTable.find(creativeId, ringPoint(creativeId));
    return place >= 0 && this.isRemoved(place) ? -1 : place;
  }

  find(creativeId: string): Candidate | null {
    return this.data.candidates[this.placeOf(creativeId)] ?? null;
  }

  remove(creativeId: string): void {
    const place = this.placeOf(creativeId);
    if (place < 0) return;
    const bit = 1 << place;
    this.data.removed[place >>> 5]! |= bit;
    this.data.live[place >>> 5]! &= ~bit;
    this.removals += 1;
  }

  hasCampaign(campaignId: string): boolean {
    return this.data.campaignTable.find(campaignId, hashText(campaignId)) >= 0;
  }

  /** Lets the campaign's candidates compete, or not: one bit for each. */
  setEligible(campaignId: string, isEligible: boolean): void {
    const { live, removed } = this.data;
    for (const place of this.placesOf(campaignId)) {
      const bit = 1 << place;
      const word = place >>> 5;
      if (!isEligible) live[word]! &= ~bit;
      else if ((removed[word]! & bit) === 0) live[word]! |= bit;
    }
  }

  /** The places of a campaign's candidates, removed ones among them. */
  *placesOf(campaignId: string): Generator<number> {
    const { nextOfCampaign, campaignTable } = this.data;
    let place = campaignTable.find(campaignId, hashText(campaignId));
    while (place >= 0) {
      yield place;
      place = nextOfCampaign[place]! - 1;
    }
  }

  /** Every candidate that is not removed. */
  *candidates(): Generator<Candidate> {
    for (const [place, candidate] of this.data.candidates.entries()) {
      if (!this.isRemoved(place)) yield candidate;
    }
  }

  /** Bytes held beside the candidates themselves: typed arrays and the list of references. */
  get byteLength(): number {
    const { data } = this;
    const parts: readonly { readonly byteLength: number }[] = [
      data.bids,
      data.points,
      data.profileOf,
      data.labelSets,
      data.nextOfCampaign,
      data.littleKnown,
      data.live,
      data.modified,
      data.modifierSets,
      data.rpms,
      data.removed,
      data.profiles,
      data.creativeTable,
      data.campaignTable,
      data.dimensions,
      data.requires,
      data.excludes,
      data.labels,
      data.highs,
    ];
    return parts.reduce((sum, { byteLength }) => sum + byteLength, 8 * data.candidates.length);
  }
}
