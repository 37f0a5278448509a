import type { Variables } from '../aggregate/operator';
import { decodeDocument, type Doc, encodeDocument, type Value } from '../bson/values';
import { mongoError } from '../errors';
import { type Plan, planScan } from '../indexes/planner';
import { isOperators } from '../query/operators';
import { compileFilter, type Filter } from '../query/filter';
import { compileProject } from '../query/projection';
import { compileSort, type Sort } from '../query/sort';
import { assertAlive, type Collection } from '../storage/catalog';
import type { Row } from '../storage/rows';
import type { Request } from './request';
import { Sorter } from './sorter';

const maxSortBytes = 100 << 20;

/** A found document, decoded when someone looks. */
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

/** What to look for; documents as the client sent them. */
export interface SearchOptions {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly skip?: number | undefined;
  /** 0 or undefined for all. */
  readonly limit?: number | undefined;
  readonly hint?: Value | undefined;
  readonly let?: Doc | undefined;
  /** Of the pipeline around it, already evaluated. */
  readonly variables?: Variables | undefined;
}

/** A compiled search in one collection. */
export interface Search {
  readonly plan: Plan;
  readonly filter: Filter;
  /**
   * The matches in order. `undefined` comes between them when the pacer is due: await `rest` then.
   */
  matches(): Iterable<Match | undefined>;
  /** How many candidates were looked at. */
  examined(): number;
}

/** Whether the plan's one key already proves the match: `{ _id: <plain value> }`. */
function isProven(plan: Plan, filter: Doc): boolean {
  const [value] = filter.values();
  const isIdLookup = plan.scans[0]?.isPoints === true && filter.size === 1 && filter.has('_id');
  if (!isIdLookup || value === undefined || value === null) return false;
  return !Array.isArray(value) && !isOperators(value) && plan.scans[0]?.ranges.length === 1;
}

/** Compiles a search and chooses its plan; nothing is read yet. */
export function openSearch(
  request: Request,
  collection: Collection,
  options: SearchOptions,
): Search {
  const { now, view, pacer } = request;
  const filter = compileFilter(options.filter, {
    now,
    let: options.let,
    variables: options.variables,
  });
  const matchesAll = options.filter.size === 0;
  const isNatural = options.sort?.has('$natural') === true;
  const sort =
    options.sort && options.sort.size > 0 && !isNatural ? compileSort(options.sort) : undefined;
  const hint = options.hint ?? (isNatural ? options.sort : undefined);
  const plan = planScan(collection, {
    filter: options.filter,
    bounds: filter.bounds,
    sort: sort?.keys ?? [],
    isLimited: (options.limit ?? 0) > 0,
    hint,
  });
  let examined = 0;
  const isKnown = isProven(plan, options.filter) && !request.transaction;
  const proven = (skip: number): readonly Match[] => {
    const row = request.server.store.rows.byUniqueKey(plan.scans[0]!.ranges[0]!.low);
    examined = row ? 1 : 0;
    return row && skip === 0 ? [new Match(row.rid, row.bytes)] : [];
  };
  const found = function* (): Generator<Match | undefined, void> {
    for (const { rid, bytes } of view.candidates(collection, plan)) {
      examined += 1;
      const match = new Match(rid, bytes);
      if (matchesAll || filter.matches(match.doc)) yield match;
      if (pacer.isDue()) yield undefined;
      assertAlive(collection);
      if (plan.scans.some(({ index }) => index.isDropped)) {
        throw mongoError('QueryPlanKilled', 'an index that the query uses was dropped');
      }
    }
  };
  return {
    plan,
    filter,
    examined: () => examined,
    matches() {
      const isOrdered = !sort || (plan.isSorted && view.keepsOrder(collection));
      const { skip = 0, limit = 0 } = options;
      const most = limit > 0 ? limit : Infinity;
      if (isKnown) return proven(skip);
      const ordered = isOrdered
        ? found()
        : sorted(found(), sort, { most: skip + most, isDue: () => pacer.isDue() });
      if (skip === 0 && most === Infinity) return ordered;
      return slice(ordered, skip, most);
    },
  };
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

interface SortEntry {
  readonly match: Match;
  readonly values: readonly (Value | undefined)[];
}

/** Sorts in memory, keeping no more than `most`. */
function* sorted(
  matches: Iterable<Match | undefined>,
  sort: Sort,
  { most, isDue }: { readonly most: number; readonly isDue: () => boolean },
): Generator<Match | undefined, void> {
  let [size, length] = [0, 0];
  const order = (a: SortEntry, b: SortEntry): number => sort.compareKeys(a.values, b.values);
  const sorter = new Sorter(order, most, isDue);
  for (const match of matches) {
    if (!match) {
      yield undefined;
      continue;
    }
    length += 1;
    sorter.add({ match: new Match(match.rid, match.bytes), values: sort.valuesOf(match.doc) });
    size += match.bytes.length;
    if (length >= 2 * most + 1000) {
      const kept = yield* sorter.settle();
      length = kept.length;
      size = kept.reduce((sum, entry) => sum + entry.match.bytes.length, 0);
    }
    if (size > maxSortBytes) {
      throw mongoError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        'Sort exceeded memory limit of 104857600 bytes: an index on the sort would need none',
      );
    }
  }
  for (const { match } of yield* sorter.settle()) {
    yield match;
    if (isDue()) yield undefined;
  }
}

/** The matches' documents, projected, as bytes; without a projection those that are stored. */
export function* encodedMatches(
  request: Request,
  search: Search,
  projection: Doc | undefined,
): Generator<Uint8Array | undefined, void> {
  const project =
    projection && projection.size > 0
      ? compileProject(projection, {
          now: request.now,
          let: request.args.doc('let'),
        })
      : undefined;
  for (const match of search.matches()) {
    yield match && project ? encodeDocument(project(match.doc)) : match?.bytes;
  }
}
