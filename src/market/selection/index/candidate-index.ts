import type { Candidate, Imp, SelectionContext } from '../types';
import { type Generation, generationOf, type Stock, stockOf } from './generation';
import type { Segment } from './segment';
import { buildSegment, buildSegmentNow } from './segment-build';
import { Vocabulary } from './vocabulary';

/** With so many changes since the last rebuild another one is due. */
export const rebuildAdvisedFrom = 1024;
/** Things looked through in one slice of a rebuild. */
const sliceLength = 4096;

/** What became new or different, and what is gone. */
export interface CandidateChanges {
  readonly upserts?: readonly Candidate[];
  /** Creative ids; unknown ones are ignored. */
  readonly removals?: readonly string[];
}

/** A rebuild under way: changes are noted from the moment it was begun. */
export interface Rebuild {
  /**
   * Arranges the new state in slices of about a millisecond, one for each `next()`, and puts it into
   * force with the last one. Between slices the index answers, and takes changes, as always.
   * @param candidates the new content, as of any time since the rebuild was begun; absent: the present one
   */
  slices(candidates?: readonly Candidate[]): Generator<undefined, void>;
  /** Gives up; to be called where `slices` will not be run to its end. */
  abandon(): void;
}

/** A request ready to be answered; good until the next one is opened. */
export interface OpenRequest {
  /** The only creatives that can win, if they are few. */
  readonly wanted: ReadonlySet<string> | null;
  readonly stocks: readonly Stock[];
}

interface Journal {
  /** Null: removed. */
  readonly creatives: Map<string, Candidate | null>;
  readonly campaigns: Set<string>;
}

/**
 * All candidates for sale, arranged so that a million of them are searched in microseconds: the bulk,
 * built now and then, and a small delta of what came since.
 */
export class CandidateIndex {
  private generation: Generation;
  private delta: Stock | null = null;
  private deltaCandidates = new Map<string, Candidate>();
  private readonly ineligible = new Set<string>();
  private journal: Journal | null = null;

  private constructor(candidates: readonly Candidate[]) {
    const vocabulary = new Vocabulary();
    const ineligibleCampaignIds = this.ineligible;
    const segment = buildSegmentNow({ candidates, vocabulary, ineligibleCampaignIds });
    this.generation = generationOf(vocabulary, segment);
  }

  /** Builds at once; beside a running service use `beginRebuild`. Of several with one id the last counts. */
  static of(candidates: Iterable<Candidate>): CandidateIndex {
    return new CandidateIndex([...candidates]);
  }

  /** Candidates in the index, paused ones included. */
  get size(): number {
    return this.generation.main.segment.size + this.deltaCandidates.size;
  }

  /** Candidates added or changed since the last rebuild; from `rebuildAdvisedFrom` on, rebuild. */
  get deltaSize(): number {
    return this.deltaCandidates.size;
  }

  /** Bytes held beside the candidates themselves, as far as typed arrays and references go. */
  get byteLength(): number {
    const delta = this.delta?.segment.byteLength ?? 0;
    return this.generation.main.segment.byteLength + delta;
  }

  /** Campaigns that `setEligible` took out. */
  get ineligibleCampaignIds(): ReadonlySet<string> {
    return this.ineligible;
  }

  find(creativeId: string): Candidate | null {
    const changed = this.deltaCandidates.get(creativeId);
    if (changed) return changed;
    const { segment } = this.generation.main;
    return segment.data.candidates[segment.placeOf(creativeId)] ?? null;
  }

  /** Every candidate, paused ones included, in no particular order. */
  *candidates(): Generator<Candidate> {
    yield* this.generation.main.segment.candidates();
    yield* this.deltaCandidates.values();
  }

  /** Adds, replaces and removes; seen by the next `select`. */
  apply({ upserts = [], removals = [] }: CandidateChanges): void {
    for (const creativeId of removals) this.change(creativeId, null);
    for (const candidate of upserts) this.change(candidate.creativeId, candidate);
  }

  /**
   * Lets a campaign's creatives compete, or not (a pause, a spent budget): one bit for each. Holds for
   * creatives that come later too, until it is set again or a rebuild finds the campaign gone.
   */
  setEligible(campaignId: string, isEligible: boolean): void {
    if (isEligible) this.ineligible.delete(campaignId);
    else this.ineligible.add(campaignId);
    this.generation.main.segment.setEligible(campaignId, isEligible);
    this.delta?.segment.setEligible(campaignId, isEligible);
    this.journal?.campaigns.add(campaignId);
  }

  /**
   * Begins a rebuild: begin first, then read the new content, so that no change in between is lost. An
   * earlier one that is not finished comes to nothing.
   */
  beginRebuild(): Rebuild {
    const journal: Journal = { creatives: new Map(), campaigns: new Set() };
    this.journal = journal;
    return {
      slices: (candidates) => this.rebuild(journal, candidates),
      abandon: () => {
        if (this.journal === journal) this.journal = null;
      },
    };
  }

  /** Makes the request ready for `select`, which works on the answer at once and lets go of it. */
  open(imp: Imp, context: SelectionContext): OpenRequest {
    const { request, main } = this.generation;
    const delta = this.currentDelta();
    request.compile({ imp, context, ineligibleCampaignIds: this.ineligible });
    const stocks = delta ? [main, delta] : [main];
    for (const { segment, eligible, buckets } of stocks) {
      buckets.length = 0;
      segment.data.buckets.collect(request.buckets, buckets);
      eligible.begin();
    }
    return { wanted: request.wanted, stocks };
  }

  private change(creativeId: string, candidate: Candidate | null): void {
    this.generation.main.segment.remove(creativeId);
    this.journal?.creatives.set(creativeId, candidate);
    if (candidate) this.deltaCandidates.set(creativeId, candidate);
    else if (!this.deltaCandidates.delete(creativeId)) return;
    this.delta = null;
  }

  /** The recent changes, arranged when they are first needed: a burst of them costs once. */
  private currentDelta(): Stock | null {
    if (this.deltaCandidates.size === 0) return null;
    const { vocabulary, request } = this.generation;
    this.delta ??= stockOf(
      buildSegmentNow({
        candidates: [...this.deltaCandidates.values()],
        vocabulary,
        ineligibleCampaignIds: this.ineligible,
      }),
      request,
    );
    return this.delta;
  }

  private *rebuild(
    journal: Journal,
    content: readonly Candidate[] | undefined,
  ): Generator<undefined, void> {
    const candidates = content ?? (yield* this.gather());
    const vocabulary = new Vocabulary();
    const ineligibleCampaignIds = this.ineligible;
    const segment = yield* buildSegment({ candidates, vocabulary, ineligibleCampaignIds });
    const gone = yield* this.campaignsGoneFrom(segment);
    if (this.journal !== journal) return;
    this.journal = null;
    this.generation = generationOf(vocabulary, segment);
    this.deltaCandidates = new Map();
    this.delta = null;
    for (const [creativeId, candidate] of journal.creatives) this.change(creativeId, candidate);
    for (const campaignId of journal.campaigns) {
      segment.setEligible(campaignId, !this.ineligible.has(campaignId));
    }
    const changed = [...this.deltaCandidates.values()].map(({ campaignId }) => campaignId);
    const kept = new Set([...changed, ...journal.campaigns]);
    for (const campaignId of gone) if (!kept.has(campaignId)) this.ineligible.delete(campaignId);
  }

  private *campaignsGoneFrom(segment: Segment): Generator<undefined, readonly string[]> {
    const gone: string[] = [];
    let looked = 0;
    for (const campaignId of this.ineligible) {
      if (!segment.hasCampaign(campaignId)) gone.push(campaignId);
      looked += 1;
      if (looked % sliceLength === 0) yield;
    }
    return gone;
  }

  private *gather(): Generator<undefined, readonly Candidate[]> {
    const gathered: Candidate[] = [];
    for (const candidate of this.candidates()) {
      gathered.push(candidate);
      if (gathered.length % sliceLength === 0) yield;
    }
    return gathered;
  }
}
