import { randomUUID } from 'node:crypto';
import { changesOfShare, type KeyedChange } from './change-bytes';

/** Changes that one process has counted, as they are stored. */
export interface CountedShare {
  readonly id: string;
  readonly changes: readonly KeyedChange[];
}

/** Changes that wait for the database at most; while it is away, those beyond are stored nowhere. */
const mostWaiting = 500_000;

/** The changes that this process has counted and not yet stored. */
export class WaitingShares {
  readonly #shares = new Map<string, KeyedChange[]>();
  #size = 0;
  #untoldId: string = randomUUID();

  /** @param id of the share that other processes know the change in; null: they know nothing of it */
  add(keyed: KeyedChange, id: string | null): void {
    if (this.#size >= mostWaiting) return;
    this.#size += 1;
    const of = id ?? this.#untoldId;
    const changes = this.#shares.get(of);
    if (changes === undefined) this.#shares.set(of, [keyed]);
    else changes.push(keyed);
    if (id === null && (changes?.length ?? 0) >= changesOfShare) this.#untoldId = randomUUID();
  }

  /** Takes all that wait. */
  take(): readonly CountedShare[] {
    const taken = [...this.#shares].map(([id, changes]) => ({ id, changes }));
    this.#shares.clear();
    this.#size = 0;
    this.#untoldId = randomUUID();
    return taken;
  }
}
