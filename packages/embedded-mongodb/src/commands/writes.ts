import { type Doc, encodeDocument, type Value } from '../bson/values';
import { failedToParse } from '../errors';
import { matchedPosition } from '../query/filter';
import type { Collection } from '../storage/collection';
import type { Stored } from '../storage/store';
import { LockedError } from '../transactions/locks';
import { compileUpdate, isReplacement, type Update } from '../update/update';
import { upsertDocument } from '../update/upsert';
import type { Request } from './request';
import { Match, Search, type SearchOptions } from './search';
import { assertSize, toStored } from './stored';

/**
 * Runs a write; when a transaction holds what it needs, waits for that to end and runs it again. In a
 * transaction there is no waiting: it gets a WriteConflict.
 */
export async function whenUnlocked<T>(
  request: Request,
  write: () => T | Promise<T>,
): Promise<Awaited<T>> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      await request.pacer.wait(error.holder.ended);
    }
  }
}

/** So many matches of a transaction are kept until they are changed. */
const mostKept = 1_000;

/**
 * Applies a change to every match once, in turns; re-reads what others may have changed meanwhile, which they cannot in a
 * transaction.
 */
export async function forEachMatch(
  request: Request,
  collection: Collection,
  search: Search,
  change: (match: Match) => void,
): Promise<void> {
  const rids = new Set<number>();
  const kept: Match[] = [];
  for (const match of search.matches()) {
    if (!match) {
      await request.pacer.rest();
      continue;
    }
    // Others may have moved it on, in the index that is read: it then comes once more.
    if (rids.has(match.rid)) continue;
    rids.add(match.rid);
    if (request.transaction && kept.length < mostKept) kept.push(match);
  }
  let at = 0;
  for (const rid of rids) {
    const known = kept[at];
    at += 1;
    if (request.pacer.isDue()) await request.pacer.rest();
    await whenUnlocked(request, () => {
      const match = known ?? readAgain(request, collection, search, rid);
      if (match) change(match);
    });
  }
}

/**
 * Finds the first match and changes it, with nothing awaited between the two: others who wait for the
 * same document run in the same turn. Returns what `change` does.
 */
export async function changeFirst<T>(
  request: Request,
  collection: Collection,
  search: Search,
  change: (match: Match | undefined) => T,
): Promise<T> {
  return whenUnlocked(request, async () => {
    let hasRested = false;
    for (const found of search.matches()) {
      if (!found) {
        await request.pacer.rest();
        hasRested = true;
        continue;
      }
      const match = hasRested ? readAgain(request, collection, search, found.rid) : found;
      if (match) return change(match);
    }
    return change(undefined);
  });
}

/** A row as it is now, or undefined when it matches no longer: a sort remembers what it saw turns ago. */
function readAgain(
  { view }: Request,
  collection: Collection,
  { filter }: Search,
  rid: number,
): Match | undefined {
  const bytes = view.read(collection, rid);
  const match = bytes && new Match(rid, bytes);
  return match && filter.matches(match.doc) ? match : undefined;
}

/** An update of one statement, as `update` and `findAndModify` have it. */
export interface UpdateStatement extends SearchOptions {
  readonly update: Doc | readonly Doc[];
  readonly arrayFilters: readonly Doc[] | undefined;
  readonly isUpsert: boolean;
  readonly isMulti: boolean;
}

/** One document before and after an update; both undefined when nothing matched. */
export interface Updated {
  readonly before: Doc | undefined;
  readonly after: Stored | undefined;
  readonly isModified: boolean;
}

/** Refuses an update as if its collection existed. */
export function checkUpdate(request: Request, statement: UpdateStatement): void {
  const { arrayFilters, let: variables, update } = statement;
  compileUpdate(update, { now: request.now, arrayFilters, let: variables });
  new Search(request, undefined, statement);
}

/** A compiled update statement, bound to its collection. */
export class Updater {
  readonly search: Search;
  readonly #update: Update;

  constructor(
    readonly request: Request,
    readonly collection: Collection,
    readonly statement: UpdateStatement,
  ) {
    this.#update = compileUpdate(statement.update, this.#options());
    this.search = new Search(request, collection, statement);
  }

  #options() {
    const { arrayFilters, let: variables } = this.statement;
    return { now: this.request.now, arrayFilters, let: variables };
  }

  /** Changes one matching document; the answer says whether anything differs. */
  apply({ rid, doc: before, bytes }: Match): Updated {
    const doc = this.#update(before, matchedPosition(this.search.filter, before));
    if (doc === before) return { before, after: { doc, bytes }, isModified: false };
    const after = { doc, bytes: encodeDocument(doc) };
    assertSize(after.bytes);
    const { update } = this.statement;
    const isWholeDocument = isReplacement(update);
    this.request.view.replace(this.collection, { rid, before, after, isWholeDocument });
    return { before, after, isModified: true };
  }

  /** Inserts what the filter and the update make together. */
  upsert(): Updated {
    const { filter, update } = this.statement;
    const after = toStored(upsertDocument(filter, update, this.#options()));
    this.request.view.insert(this.collection, after);
    return { before: undefined, after, isModified: true };
  }

  /** Changes the first match, or upserts. */
  async first(): Promise<Updated> {
    return changeFirst(this.request, this.collection, this.search, (match) => {
      if (match) return this.apply(match);
      if (this.statement.isUpsert) return this.upsert();
      return { before: undefined, after: undefined, isModified: false };
    });
  }
}

/** The first word of an update's array or document is checked by `compileUpdate`. */
export function toUpdate(value: Value | undefined): Doc | readonly Doc[] {
  const isPipeline = Array.isArray(value) && value.every((stage) => stage instanceof Map);
  if (isPipeline || value instanceof Map) return value;
  throw failedToParse('Update argument must be either an object or an array');
}
