import type { Candidate, Imp, SelectionContext } from '../types';
import { type Generation, generationOf, type Stock, stockOf } from './generation';
import { buildState, campaignsGoneFrom, gather, type Journal, mostFresh } from './rebuild';
import type { Segment } from './segment';
import { buildSegmentNow } from './segment-build';
import { Vocabulary } from './vocabulary';

/** When this share of all candidates has changed, all are arranged anew. */
const changedShare = 1 / 8;

/** Candidates that are new, different or gone. */
export interface CandidateChanges {
  readonly upserts?: readonly Candidate[];
  /** Creative ids; unknown ones are ignored. */
  readonly removals?: readonly string[];
}

/** The candidates that are arranged anew: all, or those that changed since all were. */
export type RebuildScope = 'all' | 'changes';

/** A rebuild under way: changes are noted from the moment it was begun. */
export interface Rebuild {
  /**
   * Arranges the new state in slices of about a millisecond, one for each `next()`, and puts it into
   * force with the last one. Between slices the index answers, and takes changes, as always.
   * @param content the new one, as of any time since the rebuild was begun; default: all of the present one. `changes`:
   * what has changed since all was arranged is arranged for itself, which is quicker
   */
  slices(content?: readonly Candidate[] | RebuildScope): Generator<undefined, void>;
  /** Gives up; to be called where `slices` will not be run to its end. */
  abandon(): void;
}

/** A request ready to be answered; good until the next one is opened. */
export interface OpenRequest {
  /** The only creatives that can win, if they are few. */
  readonly wanted: ReadonlySet<string> | null;
  readonly stocks: readonly Stock[];
}

/**
 * All candidates for sale, arranged so that a million of them are searched in microseconds: the bulk, built now and
 * then; layers of what has changed since, merged into one more often; and the few that are fresher than all of these.
 */
export class CandidateIndex {
  private generation: Generation;
  private layers: readonly Stock[] = [];
  private fresh = new Map<string, Candidate>();
  /** Null: to be arranged. */
  private freshStock: Stock | null = null;
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
    return this.generation.main.segment.size + this.deltaSize;
  }

  /** Candidates added or changed since all were arranged. */
  get deltaSize(): number {
    return this.layers.reduce((sum, { segment }) => sum + segment.size, this.fresh.size);
  }

  /** The rebuild that is needed for finds to stay quick; null: none. */
  get dueRebuild(): RebuildScope | null {
    const { deltaSize } = this;
    const merged = this.layers[0]?.segment.size ?? 0;
    if (deltaSize - merged < mostFresh) return null;
    return deltaSize < this.size * changedShare ? 'changes' : 'all';
  }

  /** Bytes held beside the candidates themselves, as far as typed arrays and references go. */
  get byteLength(): number {
    return this.segments().reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Campaigns that `setEligible` took out. */
  get ineligibleCampaignIds(): ReadonlySet<string> {
    return this.ineligible;
  }

  find(creativeId: string): Candidate | null {
    const changed = this.fresh.get(creativeId);
    if (changed) return changed;
    for (const segment of this.segments()) {
      const found = segment.find(creativeId);
      if (found) return found;
    }
    return null;
  }

  /** Every candidate, paused ones included, in no particular order. */
  *candidates(): Generator<Candidate> {
    yield* this.generation.main.segment.candidates();
    yield* this.changedCandidates();
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
    for (const segment of this.segments()) segment.setEligible(campaignId, isEligible);
    this.journal?.campaigns.add(campaignId);
    this.journal?.untold.add(campaignId);
  }

  /** Does some work, at once, as if these campaigns were not eligible. */
  without<Result>(campaignIds: ReadonlySet<string>, work: () => Result): Result {
    const out = [...campaignIds].filter((id) => !this.ineligible.has(id));
    for (const id of out) this.setEligible(id, false);
    try {
      return work();
    } finally {
      for (const id of out) this.setEligible(id, true);
    }
  }

  /**
   * Begins a rebuild: begin first, then read the new content, so that no change in between is lost. An
   * earlier one that is not finished comes to nothing.
   */
  beginRebuild(): Rebuild {
    const journal: Journal = { creatives: new Map(), campaigns: new Set(), untold: new Set() };
    this.journal = journal;
    return {
      slices: (content = 'all') =>
        content === 'changes' ? this.rebuildDelta(journal) : this.rebuildAll(journal, content),
      abandon: () => {
        if (this.journal === journal) this.journal = null;
      },
    };
  }

  /** Makes the request ready for `select`, which works on the answer at once and lets go of it. */
  open(imp: Imp, context: SelectionContext): OpenRequest {
    const { request, main } = this.generation;
    const stocks = [main, ...this.layers];
    if (this.fresh.size > 0) stocks.push(this.arrangeFresh());
    request.compile({ imp, context, ineligibleCampaignIds: this.ineligible });
    for (const { segment, eligible, buckets } of stocks) {
      buckets.length = 0;
      segment.data.buckets.collect(request.buckets, buckets);
      eligible.begin();
    }
    return { wanted: request.wanted, stocks };
  }

  /** The segments that are in force. */
  private segments(): readonly Segment[] {
    const { main } = this.generation;
    const stocks = [main, ...this.layers, ...(this.freshStock ? [this.freshStock] : [])];
    return stocks.map(({ segment }) => segment);
  }

  private *changedCandidates(): Generator<Candidate> {
    // Between two of them, what is fresh may become a layer.
    const fresh = [...this.fresh.values()];
    for (const { segment } of this.layers) yield* segment.candidates();
    yield* fresh;
  }

  private change(creativeId: string, candidate: Candidate | null): void {
    this.generation.main.segment.remove(creativeId);
    for (const { segment } of this.layers) segment.remove(creativeId);
    this.journal?.creatives.set(creativeId, candidate);
    if (candidate) this.fresh.set(creativeId, candidate);
    else if (!this.fresh.delete(creativeId)) return;
    this.freshStock = null;
  }

  /** When it is needed: a burst of changes costs once. Many become a layer, and are not arranged again. */
  private arrangeFresh(): Stock {
    const stock = (this.freshStock ??= this.buildFresh());
    if (this.fresh.size >= mostFresh) this.settle([...this.layers, stock]);
    return stock;
  }

  private buildFresh(): Stock {
    const { vocabulary, request } = this.generation;
    const candidates = [...this.fresh.values()];
    const ineligibleCampaignIds = this.ineligible;
    return stockOf(buildSegmentNow({ candidates, vocabulary, ineligibleCampaignIds }), request);
  }

  private settle(layers: readonly Stock[]): void {
    this.layers = layers;
    this.fresh = new Map();
    this.freshStock = null;
  }

  private *rebuildAll(
    journal: Journal,
    content: readonly Candidate[] | 'all',
  ): Generator<undefined, void> {
    const candidates = content === 'all' ? yield* gather(this.candidates()) : content;
    const vocabulary = new Vocabulary();
    const state = { candidates, vocabulary, ineligibleCampaignIds: this.ineligible };
    const [main, ...layers] = yield* buildState(journal, state);
    const gone = yield* campaignsGoneFrom(main, this.ineligible);
    if (this.journal !== journal) return;
    this.generation = generationOf(vocabulary, main);
    this.putInForce(journal, layers);
    const kept = new Set(journal.campaigns);
    for (const { campaignId } of this.changedCandidates()) kept.add(campaignId);
    for (const campaignId of gone) if (!kept.has(campaignId)) this.ineligible.delete(campaignId);
  }

  private *rebuildDelta(journal: Journal): Generator<undefined, void> {
    const candidates = yield* gather(this.changedCandidates());
    const { vocabulary } = this.generation;
    const state = { candidates, vocabulary, ineligibleCampaignIds: this.ineligible };
    const layers = yield* buildState(journal, state);
    if (this.journal === journal) this.putInForce(journal, layers);
  }

  private putInForce(journal: Journal, layers: readonly Segment[]): void {
    const { request } = this.generation;
    this.journal = null;
    this.settle(layers.map((segment) => stockOf(segment, request)));
    for (const [creativeId, candidate] of journal.creatives) this.change(creativeId, candidate);
    for (const campaignId of journal.untold)
      for (const segment of this.segments())
        segment.setEligible(campaignId, !this.ineligible.has(campaignId));
  }
}
