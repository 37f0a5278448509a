import { formatChanges, type KeyedChange, readChanges } from './change-bytes';
import { type FrequencyCounts, slices, sliceOf } from './frequency-counts';
import type { FrequencyShare, FrequencyShareStore } from './frequency-share.store';
import type { FrequencySliceStore } from './frequency-slice.store';
import type { SiblingNotes } from './sibling-notes';
import { TakenShares } from './taken-shares';

export interface FrequencyExchangeOptions {
  readonly frequencyCounts: FrequencyCounts;
  readonly frequencyShares: FrequencyShareStore;
  readonly frequencySlices: FrequencySliceStore;
  /** The other processes of this gateway, which tell at once; null: it has none. */
  readonly siblings?: SiblingNotes | null;
  /** As `siblings` has it. */
  readonly taken?: TakenShares;
  readonly now: () => Date;
}

const neverMerged = new Date(0);
const distantFuture = new Date(8.64e15);

/** Tells other processes what this one has counted, and hears what they have. */
export class FrequencyExchange {
  readonly #taken: TakenShares;
  readonly #siblings: SiblingNotes | null;
  /** When the slices that were read had been merged, by their numbers. */
  readonly #mergedTo: Date[] = new Array<Date>(slices).fill(neverMerged);
  readonly #unsent: Pick<FrequencyShare, 'id' | 'changes'>[] = [];
  /** Resolves when no load is under way. */
  #loaded: Promise<void> = Promise.resolve();

  constructor(private readonly options: FrequencyExchangeOptions) {
    this.#taken = options.taken ?? new TakenShares();
    this.#siblings = options.siblings ?? null;
  }

  /** Reads what was counted before this process began, from the start when it is called again. The feed must be watching by then. */
  load(): Promise<void> {
    const loaded = this.#loadAll();
    this.#loaded = loaded.catch(() => undefined);
    return loaded;
  }

  async #loadAll(): Promise<void> {
    const { frequencyCounts, frequencyShares, frequencySlices } = this.options;
    frequencyCounts.forget();
    this.#taken.clear();
    this.#mergedTo.fill(neverMerged);
    for await (const { slice, mergedTo, counts } of frequencySlices.stream()) {
      this.#mergedTo[slice] = mergedTo;
      for (const [key, count] of counts) frequencyCounts.restore(slice, key, count);
    }
    const first = new Date(Math.min(...this.#mergedTo.map(Number)));
    for await (const share of frequencyShares.stream(first, distantFuture)) this.#take(share);
    await this.#takeTold();
  }

  /** Takes up what processes of this gateway, also those that have died, have told and not stored, or stored a moment ago. */
  async #takeTold(): Promise<void> {
    if (this.#siblings === null) return;
    this.#siblings.read({ onOther: () => undefined });
    const told = this.#siblings.listUnsettled();
    const unknown = told.map(({ id }) => id).filter((id) => !this.#taken.has(id));
    const { frequencyCounts, frequencyShares } = this.options;
    if (unknown.length > 0)
      for (const share of await frequencyShares.list(unknown)) this.#take(share);
    for (const { id, changes } of told)
      if (this.#taken.has(id)) this.#siblings.settle(id);
      else frequencyCounts.add(changes);
  }

  /**
   * Stores what this process has counted since the last time, and what others of this gateway had counted when they died. What is not
   * stored is tried again, under the same id.
   */
  async flush(): Promise<void> {
    const { frequencyCounts } = this.options;
    // First what is left: while the database is away, no more is taken.
    await this.#send();
    frequencyCounts.takeUp();
    for (const { id, changes } of frequencyCounts.takeWaiting()) {
      // The feed may tell of it before it is answered.
      this.#taken.add(id);
      this.#unsent.push({ id, changes: formatChanges(changes) });
    }
    for (const { id, changes } of this.#siblings?.takeOrphans() ?? [])
      this.#unsent.push({ id, changes: formatChanges(changes) });
    await this.#send();
  }

  /** Takes up what other processes have told, after a load that is under way: its slices replace what is counted before them. */
  async refresh(ids: readonly string[]): Promise<void> {
    await this.#loaded;
    const unknown = ids.filter((id) => !this.#taken.has(id));
    if (unknown.length === 0) return;
    // All that was told of a share was told before it was stored.
    this.options.frequencyCounts.takeUp();
    const news = unknown.filter((id) => this.#siblings?.settle(id) !== true);
    if (news.length === 0) return;
    for (const share of await this.options.frequencyShares.list(news)) this.#take(share);
  }

  async #send(): Promise<void> {
    const { frequencyShares, now } = this.options;
    for (let [next] = this.#unsent; next; [next] = this.#unsent) {
      await frequencyShares.add({ ...next, sharedAt: now() });
      this.#unsent.shift();
    }
  }

  #take({ id, sharedAt, changes }: FrequencyShare): void {
    if (this.#taken.has(id)) return;
    this.#taken.add(id);
    const isNew = (keyed: KeyedChange) =>
      sharedAt > (this.#mergedTo[sliceOf(keyed)] ?? neverMerged);
    this.options.frequencyCounts.add([...readChanges(changes)].filter(isNew));
  }
}
