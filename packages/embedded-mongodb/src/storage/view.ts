import type { Plan } from '../indexes/planner';
import { type Collection, ridRange } from './collection';
import type { Row, Rows } from './rows';
import type { Replacement, Store, Stored } from './store';

/** The data that a command reads: the newest state, or a transaction's. */
export interface View {
  /** The rows that a plan finds. */
  candidates(collection: Collection, plan: Plan): Iterable<Row>;
  /**
   * How many rows an exact plan finds, some at a time, by the keys of its indexes; undefined where they are not all.
   */
  countByKeys(collection: Collection, plan: Plan): Iterable<number> | undefined;
  /** Says that rows come in a plan's order. */
  keepsOrder(collection: Collection): boolean;
  read(collection: Collection, rid: number): Uint8Array | undefined;
  /** The row that holds a whole key of a unique index of it. */
  byUniqueKey(collection: Collection, key: Buffer): Row | undefined;
  /** Changes with every write to anything that can be read. */
  version(): number;
  insert(collection: Collection, document: Stored): void;
  replace(collection: Collection, replacement: Replacement): void;
  remove(collection: Collection, rid: number, before: Stored['doc']): void;
}

/** The rows that plans run on. */
export type PlanRows = Pick<Rows, 'between' | 'byKeys' | 'byUniqueKey'>;

/** Runs a plan on one connection's rows; each row comes once. */
export function* runPlan(rows: PlanRows, collection: Collection, plan: Plan): Generator<Row, void> {
  if (plan.scans.length === 0) {
    const { low, high } = ridRange(collection);
    yield* rows.between(low, high);
    return;
  }
  const seen = plan.repeatsRows ? new Set<number>() : undefined;
  for (const { index, ranges, isPoints, isDescending } of plan.scans) {
    for (const range of ranges) {
      const found = isPoints
        ? pointRows(rows, range.low)
        : rows.byKeys({ ...range, isUnique: index.isUnique, isDescending });
      for (const row of found) {
        if (seen?.has(row.rid)) continue;
        seen?.add(row.rid);
        yield row;
      }
    }
  }
}

/** Counts by the keys that an exact plan finds on one connection's rows. */
export function* countPlan(rows: Rows, { scans }: Plan): Generator<number, void> {
  for (const { index, ranges } of scans)
    for (const range of ranges) yield* rows.countKeys({ ...range, isUnique: index.isUnique });
}

function pointRows(rows: PlanRows, key: Uint8Array): readonly Row[] {
  const row = rows.byUniqueKey(key);
  return row ? [row] : [];
}

/** The newest state, written to at once, by one request. */
export class LiveView implements View {
  readonly #store: Store;
  readonly #planRows: PlanRows;
  /** Failed commits at the time of the first write. */
  #failures: number | undefined;

  constructor(store: Store) {
    this.#store = store;
    const { commit, rows } = store;
    this.#planRows = {
      byUniqueKey(key) {
        // Each time: the rows may be read in many turns.
        commit.beginReads();
        return rows.byUniqueKey(key);
      },
      byKeys: (scan) => rows.byKeys(scan),
      between: (low, high) => rows.between(low, high),
    };
  }

  candidates(collection: Collection, plan: Plan): Iterable<Row> {
    return runPlan(this.#planRows, collection, plan);
  }

  countByKeys(_collection: Collection, plan: Plan): Iterable<number> {
    return countPlan(this.#store.rows, plan);
  }

  keepsOrder(): boolean {
    return true;
  }

  read(_collection: Collection, rid: number): Uint8Array | undefined {
    return this.#store.rows.read(rid);
  }

  byUniqueKey(_collection: Collection, key: Buffer): Row | undefined {
    return this.#store.rows.byUniqueKey(key);
  }

  version(): number {
    return this.#store.version;
  }

  insert(collection: Collection, document: Stored): void {
    this.assertKept();
    this.#store.insert(collection, this.#store.nextRid(collection), document);
    this.#wrote();
  }

  replace(collection: Collection, replacement: Replacement): void {
    this.assertKept();
    this.#store.replace(collection, replacement);
    this.#wrote();
  }

  remove(collection: Collection, rid: number, before: Stored['doc']): void {
    this.assertKept();
    this.#store.remove(collection, rid, before);
    this.#wrote();
  }

  /** @throws {MongoError} when something that was written here was lost in a commit that failed */
  assertKept(): void {
    if (this.#failures !== undefined) this.#store.commit.assertKept(this.#failures);
  }

  #wrote(): void {
    this.#failures ??= this.#store.commit.failures;
  }
}
