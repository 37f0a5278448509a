import { hashText } from '../ranking/hash';
import { isModified, mostBid } from '../terms';
import type { Candidate } from '../types';
import { arrange, type Arrangement } from './arrangement';
import { blockSetsOf } from './block-sets';
import { IdTable } from './id-table';
import { blockSize } from './postings';
import { isSameProfile, ProfilesBuilder } from './profiles-builder';
import { Segment, type SegmentData } from './segment';
import type { Vocabulary } from './vocabulary';

/** Candidates that are filled in by one slice of work. */
const sliceLength = 256;

/** The parts that a segment is built from. */
export interface SegmentInput {
  /** Where several have one creative id, the last counts. */
  readonly candidates: readonly Candidate[];
  readonly vocabulary: Vocabulary;
  readonly ineligibleCampaignIds: ReadonlySet<string>;
}

/** Builds a segment in slices of about a millisecond, one for each `next()`. */
export function* buildSegment(input: SegmentInput): Generator<undefined, Segment> {
  const arrangement = yield* arrange(input.candidates);
  const filling = yield* Filling.begin(input, arrangement);
  for (let place = 0; place < input.candidates.length; place += 1) {
    filling.fill(place);
    if (place % sliceLength === 0) yield;
  }
  const profiles = yield* filling.profiles.finish();
  const blockSets = yield* blockSetsOf(filling.columns, profiles, input.vocabulary);
  return new Segment({
    ...filling.columns,
    ...blockSets,
    profiles,
    removedCount: filling.removedCount,
    buckets: arrangement.buckets,
    littleKnown: arrangement.littleKnown,
  });
}

/** Drains a build at once. */
export function buildSegmentNow(input: SegmentInput): Segment {
  const build = buildSegment(input);
  for (;;) {
    const step = build.next();
    if (step.done === true) return step.value;
  }
}

type Columns = Pick<
  SegmentData,
  | 'candidates'
  | 'bids'
  | 'points'
  | 'profileOf'
  | 'labelSets'
  | 'nextOfCampaign'
  | 'live'
  | 'modified'
  | 'modifierSets'
  | 'rpms'
  | 'removed'
  | 'creativeTable'
  | 'campaignTable'
>;

/** Fills what is known of each candidate by itself, place after place. */
class Filling {
  readonly columns: Columns;
  readonly profiles: ProfilesBuilder;
  removedCount = 0;
  private readonly candidates: Candidate[];

  private constructor(
    private readonly input: SegmentInput,
    private readonly arrangement: Arrangement,
    room: { readonly columns: Columns; readonly candidates: Candidate[] },
  ) {
    this.columns = room.columns;
    this.candidates = room.candidates;
    this.profiles = new ProfilesBuilder(input.vocabulary);
  }

  /** Claims memory bit by bit: much of it at once makes the garbage collector stop everything. */
  static *begin(input: SegmentInput, arrangement: Arrangement): Generator<undefined, Filling> {
    const count = input.candidates.length;
    const candidates = new Array<Candidate>(count);
    yield;
    const creativeTable = new IdTable(count, (place) => candidates[place]!.creativeId);
    yield;
    const campaignTable = new IdTable(count, (place) => candidates[place]!.campaignId);
    yield;
    const live = new Int32Array(wordCount(count));
    const modified = new Int32Array(wordCount(count));
    const removed = new Int32Array(wordCount(count));
    const bids = new Float32Array(count);
    yield;
    const points = new Uint32Array(count);
    yield;
    const profileOf = new Uint32Array(count);
    yield;
    const labelSets = new Uint32Array(count);
    yield;
    const nextOfCampaign = new Uint32Array(count);
    yield;
    const { hasModified } = arrangement;
    const modifierSets = new Uint32Array(hasModified ? count : 0);
    yield;
    const rpms = new Float64Array(hasModified ? count : 0);
    yield;
    const tables = { creativeTable, campaignTable };
    const byPlace = { candidates, bids, points, profileOf, labelSets, nextOfCampaign };
    const bits = { live, modified, removed };
    const columns = { ...tables, ...byPlace, ...bits, modifierSets, rpms };
    return new Filling(input, arrangement, { columns, candidates });
  }

  fill(place: number): void {
    const { columns, arrangement, input } = this;
    const index = arrangement.order[place]!;
    const candidate = input.candidates[index]!;
    this.candidates[place] = candidate;
    columns.bids[place] = mostBid(candidate);
    columns.points[place] = arrangement.points[index]!;
    columns.labelSets[place] = input.vocabulary.labels.numberOf(candidate);
    if (!input.ineligibleCampaignIds.has(candidate.campaignId)) {
      columns.live[place >>> 5]! |= 1 << place;
    }
    if (isModified(candidate)) this.enterModified(candidate, place);
    this.enterCampaign(candidate, place);
    this.enterCreative(candidate, place);
  }

  private enterModified({ modifiers, effectiveRpm }: Candidate, place: number): void {
    if (modifiers === null) return;
    const { modified, modifierSets, rpms } = this.columns;
    modified[place >>> 5]! |= 1 << place;
    modifierSets[place] = this.input.vocabulary.modifiers.numberOf(modifiers);
    rpms[place] = effectiveRpm;
  }

  /** Puts the candidate into its campaign's chain, behind the first one, whose profile it gets where the terms are the same. */
  private enterCampaign(candidate: Candidate, place: number): void {
    const { campaignTable, nextOfCampaign, profileOf } = this.columns;
    const hash = hashText(candidate.campaignId);
    const first = campaignTable.find(candidate.campaignId, hash);
    if (first < 0) campaignTable.set(candidate.campaignId, hash, place);
    else {
      nextOfCampaign[place] = nextOfCampaign[first]!;
      nextOfCampaign[first] = place + 1;
    }
    profileOf[place] =
      first >= 0 && isSameProfile(this.candidates[first]!, candidate)
        ? profileOf[first]!
        : this.profiles.add(candidate);
  }

  /** Where a creative has two entries, the later one stays. */
  private enterCreative({ creativeId }: Candidate, place: number): void {
    const { creativeTable, live, removed } = this.columns;
    const { order, points } = this.arrangement;
    const hash = points[order[place]!]!;
    const other = creativeTable.find(creativeId, hash);
    const isNewest = other < 0 || order[place]! > order[other]!;
    if (isNewest) creativeTable.set(creativeId, hash, place);
    if (other < 0) return;
    const loser = isNewest ? other : place;
    live[loser >>> 5]! &= ~(1 << loser);
    removed[loser >>> 5]! |= 1 << loser;
    this.removedCount += 1;
  }
}

/** Whole blocks, so that a block can be read without looking for the end. */
function wordCount(count: number): number {
  return Math.ceil(count / blockSize) * (blockSize / 32);
}
