import { randomUUID } from 'node:crypto';
import { formatChanges, type KeyedChange, readChanges } from './change-bytes';
import { type FrequencyCounts, slices, sliceOf } from './frequency-counts';
import type { FrequencyShare, FrequencyShareStore } from './frequency-share.store';
import type { FrequencySliceStore } from './frequency-slice.store';

export interface FrequencyExchangeOptions {
  readonly frequencyCounts: FrequencyCounts;
  readonly frequencyShares: FrequencyShareStore;
  readonly frequencySlices: FrequencySliceStore;
  readonly now: () => Date;
}

/** The feed tells of a share for some seconds again and again. */
const mostRemembered = 10_000;
/** A document has at most 16 MB. */
const changesOfShare = 200_000;
const neverMerged = new Date(0);
const distantFuture = new Date(8.64e15);

/** Tells other processes what this one has counted, and hears what they have. */
export class FrequencyExchange {
  readonly #taken = new Set<string>();
  /** When the slices that were read had been merged, by their numbers. */
  readonly #mergedTo: Date[] = new Array<Date>(slices).fill(neverMerged);
  readonly #unsent: Pick<FrequencyShare, 'id' | 'changes'>[] = [];
  /** Resolves when no load is under way. */
  #loaded: Promise<void> = Promise.resolve();

  constructor(private readonly options: FrequencyExchangeOptions) {}

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
  }

  /** Stores what this process has counted since the last time. What is not stored is tried again, under the same id. */
  async flush(): Promise<void> {
    const { frequencyCounts } = this.options;
    // First what is left: while the database is away, no more is taken.
    await this.#send();
    for (const changes of inChunks(frequencyCounts.takeWaiting(), changesOfShare)) {
      const id = randomUUID();
      // The feed may tell of it before it is answered.
      this.#remember(id);
      this.#unsent.push({ id, changes: formatChanges(changes) });
    }
    await this.#send();
  }

  /** Takes up what other processes have told, after a load that is under way: its slices replace what is counted before them. */
  async refresh(ids: readonly string[]): Promise<void> {
    await this.#loaded;
    const news = ids.filter((id) => !this.#taken.has(id));
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
    this.#remember(id);
    const isNew = (keyed: KeyedChange) =>
      sharedAt > (this.#mergedTo[sliceOf(keyed)] ?? neverMerged);
    this.options.frequencyCounts.add([...readChanges(changes)].filter(isNew));
  }

  #remember(id: string): void {
    this.#taken.add(id);
    const [oldest] = this.#taken;
    if (this.#taken.size > mostRemembered && oldest !== undefined) this.#taken.delete(oldest);
  }
}

function* inChunks<Item>(items: readonly Item[], most: number): Iterable<readonly Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
