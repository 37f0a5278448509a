import type { Candidate } from '../types';
import type { Segment } from './segment';
import { buildSegment } from './segment-build';
import type { Vocabulary } from './vocabulary';

/** About so many changes are arranged at once, when a find needs it; more of them in slices. */
export const mostFresh = 1024;
/** Things looked through in one slice of a rebuild. */
const sliceLength = 4096;
/** Campaigns that are told to all segments in one slice: each may have many candidates. */
const campaignsOfSlice = 256;

/** Changes that come while a rebuild is under way. */
export interface Journal {
  /** Changes that are not in the new state yet, by creative id; null: removed. */
  creatives: Map<string, Candidate | null>;
  readonly campaigns: Set<string>;
  /** Those of `campaigns` that the new state does not know yet. */
  untold: Set<string>;
}

export interface NewState {
  readonly candidates: readonly Candidate[];
  readonly vocabulary: Vocabulary;
  readonly ineligibleCampaignIds: ReadonlySet<string>;
}

/**
 * The new state, and layers for the changes that come meanwhile, as long as less and less of them is left. In slices, one
 * for each `next()`.
 */
export function* buildState(
  journal: Journal,
  { candidates, vocabulary, ineligibleCampaignIds }: NewState,
): Generator<undefined, readonly [Segment, ...Segment[]]> {
  const build = (some: readonly Candidate[]) =>
    buildSegment({ candidates: some, vocabulary, ineligibleCampaignIds });
  const segments: [Segment, ...Segment[]] = [yield* build(candidates)];
  let before = Infinity;
  while (journal.creatives.size >= mostFresh && journal.creatives.size < before) {
    const { creatives } = journal;
    before = creatives.size;
    journal.creatives = new Map();
    for (const segment of segments) yield* removeAll(segment, creatives.keys());
    segments.push(yield* build([...creatives.values()].filter((one) => one !== null)));
  }
  before = Infinity;
  while (journal.untold.size >= mostFresh && journal.untold.size < before) {
    const { untold } = journal;
    before = untold.size;
    journal.untold = new Set();
    yield* tellAll(segments, untold, ineligibleCampaignIds);
  }
  return segments;
}

function* tellAll(
  segments: readonly Segment[],
  campaignIds: Iterable<string>,
  ineligible: ReadonlySet<string>,
): Generator<undefined, void> {
  let told = 0;
  for (const campaignId of campaignIds) {
    for (const segment of segments) segment.setEligible(campaignId, !ineligible.has(campaignId));
    told += 1;
    if (told % campaignsOfSlice === 0) yield;
  }
}

function* removeAll(segment: Segment, creativeIds: Iterable<string>): Generator<undefined, void> {
  let removed = 0;
  for (const creativeId of creativeIds) {
    segment.remove(creativeId);
    removed += 1;
    if (removed % sliceLength === 0) yield;
  }
}

/** All of them, in slices. */
export function* gather(
  candidates: Iterable<Candidate>,
): Generator<undefined, readonly Candidate[]> {
  const gathered: Candidate[] = [];
  for (const candidate of candidates) {
    gathered.push(candidate);
    if (gathered.length % sliceLength === 0) yield;
  }
  return gathered;
}

/** The campaigns that have no candidate in the segment, in slices. */
export function* campaignsGoneFrom(
  segment: Segment,
  campaignIds: Iterable<string>,
): Generator<undefined, readonly string[]> {
  const gone: string[] = [];
  let looked = 0;
  for (const campaignId of campaignIds) {
    if (!segment.hasCampaign(campaignId)) gone.push(campaignId);
    looked += 1;
    if (looked % sliceLength === 0) yield;
  }
  return gone;
}
