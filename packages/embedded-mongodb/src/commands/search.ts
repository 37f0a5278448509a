import { BSONRegExp } from 'bson';
import {
  copyMembers,
  decodeDocument,
  type Doc,
  encodeDocument,
  encodeIndexKey,
  toMembers,
  type Value,
} from '../bson/values';
import { mongoError } from '../errors';
import { type Plan, planScan } from '../indexes/planner';
import { isOperators } from '../query/operators';
import { compileFilter, type Filter } from '../query/filter';
import { compileProject, keptMembers } from '../query/projection';
import { compileSort, type Sort } from '../query/sort';
import { sorted } from '../query/sorter';
import { assertAlive, type Collection } from '../storage/collection';
import type { Row, Rows } from '../storage/rows';
import type { Request } from './request';
import { assertPresent } from '../present';

/** A found document. Its bytes are decoded at the first use of `doc`. */
export class Match implements Row {
  #doc: Doc | undefined;

  constructor(
    readonly rid: number,
    readonly bytes: Uint8Array,
  ) {}

  get doc(): Doc {
    this.#doc ??= decodeDocument(this.bytes);
    return this.#doc;
  }
}

const emptyPlan: Plan = { scans: [], isSorted: true, repeatsRows: false, isExact: false };

/** A query, in the documents that the client sent. */
export interface SearchOptions {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  /** 0 or undefined for all. */
  readonly limit?: number | undefined;
  readonly hint?: Value | undefined;
  readonly let?: Doc | undefined;
  /** The filter is that of an upsert, which cannot have `$expr`. */
  readonly isUpsert?: boolean | undefined;
}

/**
 * A search in one collection; nothing is read before `matches` is called. Without a collection the search
 * checks its options all the same, and finds nothing.
 */
export class Search {
  readonly #request: Request;
  readonly #collection: Collection | undefined;
  readonly #options: SearchOptions;
  readonly #sort: Sort | undefined;
  readonly #id: Value | undefined;
  #filter: Filter | undefined;
  #plan: Plan | undefined;
  /** Candidates that were looked at. */
  examined = 0;

  constructor(request: Request, collection: Collection | undefined, options: SearchOptions) {
    this.#request = request;
    this.#collection = collection;
    this.#options = options;
    const { sort } = options;
    this.#sort = sort && sort.size > 0 && !sort.has('$natural') ? compileSort(sort) : undefined;
    this.#id = soughtId(options);
    if (this.#id === undefined) this.#plan = this.#choosePlan(this.filter);
  }

  get filter(): Filter {
    const { filter, let: bindings, isUpsert } = this.#options;
    this.#filter ??= compileFilter(filter, {
      now: this.#request.now,
      let: bindings,
      exprError: isUpsert ? 'QueryFeatureNotAllowed' : undefined,
    });
    return this.#filter;
  }

  get plan(): Plan {
    this.#plan ??= this.#choosePlan(this.filter);
    return this.#plan;
  }

  /** Matches that the limit allows after the skipped ones. */
  get #most(): number {
    const { limit = 0 } = this.#options;
    return limit > 0 ? limit : Infinity;
  }

  #choosePlan({ bounds }: Filter): Plan {
    const { filter, sort, hint, limit = 0 } = this.#options;
    const { rows } = this.#request.server.store;
    if (!this.#collection) return emptyPlan;
    return planScan(this.#collection, {
      filter,
      bounds,
      sort: this.#sort?.keys ?? [],
      isLimited: limit > 0,
      hint: hint ?? (sort?.has('$natural') ? sort : undefined),
      // Of the newest state, whichever one is read.
      countUpTo(most, { index: { isUnique }, ranges }) {
        let count = 0;
        for (const range of ranges) {
          count += rows.countUpTo(most - count, { ...range, isUnique });
          if (count >= most) break;
        }
        return count;
      },
    });
  }

  /**
   * The matches in order. `undefined` comes between them when the pacer is due: await `rest` then.
   */
  matches(): Iterable<Match | undefined> {
    const collection = this.#collection;
    if (!collection) return [];
    if (this.#id !== undefined) return this.#lookUp(collection, this.#id);
    const { view, pacer } = this.#request;
    const { skip = 0 } = this.#options;
    const most = this.#most;
    const isOrdered = !this.#sort || (this.plan.isSorted && view.keepsOrder(collection));
    const ordered = isOrdered
      ? this.#scan(collection)
      : sorted(this.#scan(collection), this.#sort, {
          most: skip + most,
          isDue: () => pacer.isDue(),
          entryOf: ({ rid, bytes, doc }) => ({
            held: new Match(rid, bytes),
            doc,
            bytes: bytes.length,
          }),
        });
    return skip === 0 && most === Infinity ? ordered : slice(ordered, skip, most);
  }

  #lookUp(collection: Collection, id: Value): readonly Match[] {
    const { view } = this.#request;
    const row = view.byUniqueKey(collection, idKeyOf(collection, id));
    this.examined = row ? 1 : 0;
    return row ? [new Match(row.rid, row.bytes)] : [];
  }

  *#scan(collection: Collection): Generator<Match | undefined, void> {
    const { view, pacer } = this.#request;
    const { plan, filter } = this;
    const matchesAll = this.#options.filter.size === 0;
    for (const { rid, bytes, isOwn = false } of view.candidates(collection, plan)) {
      this.examined += 1;
      const match = new Match(rid, bytes);
      if (matchesAll || (plan.isExact && !isOwn) || filter.matches(match.doc)) yield match;
      if (pacer.isDue()) yield undefined;
      assertUsable(collection, plan);
    }
  }

  /** Counts the matches, by keys alone where keys are enough. Yields when the pacer is due: await `rest` then. */
  *count(): Generator<undefined, number> {
    let count = 0;
    const found = this.#countByKeys();
    if (!found) {
      for (const match of this.matches()) {
        if (match) count += 1;
        else yield undefined;
      }
      return count;
    }
    const { skip = 0 } = this.#options;
    const most = this.#most;
    for (const some of found) {
      count += some;
      if (count >= skip + most) break;
      if (this.#request.pacer.isDue()) yield undefined;
    }
    return Math.min(Math.max(0, count - skip), most);
  }

  #countByKeys(): Iterable<number> | undefined {
    const collection = this.#collection;
    if (!collection || this.#id !== undefined || !this.plan.isExact) return undefined;
    const found = this.#request.view.countByKeys(collection, this.plan);
    return found && usable(found, collection, this.plan);
  }
}

function* usable(found: Iterable<number>, collection: Collection, plan: Plan): Generator<number> {
  for (const count of found) {
    yield count;
    assertUsable(collection, plan);
  }
}

/** @throws {MongoError} QueryPlanKilled (175) when what the plan reads was dropped meanwhile */
function assertUsable(collection: Collection, { scans }: Plan): void {
  assertAlive(collection);
  if (!scans.some(({ index }) => index.isDropped)) return;
  throw mongoError('QueryPlanKilled', 'an index that the query uses was dropped');
}

/** Finds the document of an `_id`. The key proves the match: nothing is planned or compared. */
export function findById(rows: Rows, collection: Collection, id: Value): Row | undefined {
  return rows.byUniqueKey(idKeyOf(collection, id));
}

function idKeyOf({ indexes }: Collection, id: Value): Buffer {
  const { prefix, parts } = assertPresent(indexes[0], 'the first index is that of _id');
  return encodeIndexKey(prefix, parts, [id]);
}

/** The value of `{ _id: <value> }`, where the query is nothing else and the value means equality. */
export function soughtId({ filter, skip, hint }: SearchOptions): Value | undefined {
  if (filter.size !== 1 || skip || hint !== undefined) return undefined;
  const id = filter.get('_id');
  const isPlain = !Array.isArray(id) && !isOperators(id) && !(id instanceof BSONRegExp);
  return isPlain ? (id ?? undefined) : undefined;
}

function* slice(
  matches: Iterable<Match | undefined>,
  skip: number,
  most: number,
): Generator<Match | undefined, void> {
  let position = 0;
  if (most === 0) return;
  for (const match of matches) {
    if (!match) yield undefined;
    else {
      position += 1;
      if (position > skip) yield match;
      if (position - skip >= most) return;
    }
  }
}

/** The matches' documents as bytes: projected, or as they are stored. */
export function* encodedMatches(
  request: Request,
  search: Search,
  projection: Doc | undefined,
): Generator<Uint8Array | undefined, void> {
  const project = compileEncoded(request, projection);
  for (const match of search.matches()) yield match && project(match);
}

function compileEncoded(
  { now, args }: Request,
  projection: Doc | undefined,
): (match: Match) => Uint8Array {
  if (!projection || projection.size === 0) return ({ bytes }) => bytes;
  const project = compileProject(projection, { now, let: args.doc('let') });
  const decoded = ({ doc }: Match) => encodeDocument(project(doc));
  const kept = keptMembers(projection);
  if (!kept) return decoded;
  const members = toMembers(kept);
  return (match) => copyMembers(match.bytes, members) ?? decoded(match);
}
