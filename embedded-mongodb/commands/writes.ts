import { ObjectId } from 'bson';
import { typeName } from '../bson/types';
import { decodeDocument, type Doc, encodeDocument, toDoc, type Value } from '../bson/values';
import { failedToParse, MongoError, mongoError } from '../errors';
import { matchedPositions } from '../query/filter';
import type { Collection } from '../storage/catalog';
import type { Stored } from '../storage/store';
import { LockedError } from '../transactions/locks';
import { compileUpdate, isReplacement, type Update } from '../update/update';
import { upsertDocument } from '../update/upsert';
import { type Request, toInteger } from './request';
import { Match, Search, type SearchOptions } from './search';

const maxDocumentBytes = 16 << 20;
/** Where the name of the first field is in a document that begins with `_id`. */
const idName = [...Buffer.from('_id\0')];
export const maxWriteBatch = 100_000;

/** @throws {MongoError} BSONObjectTooLarge (10334) above 16 MiB */
function assertSize(bytes: Uint8Array): void {
  if (bytes.length <= maxDocumentBytes) return;
  const message = `object is too large: ${bytes.length} bytes, the maximum is ${maxDocumentBytes}`;
  throw mongoError('BSONObjectTooLarge', message);
}

/** @throws {MongoError} DollarPrefixedFieldName (52) */
function assertNoDollar(id: Doc): void {
  for (const [name, value] of id) {
    if (name.startsWith('$')) {
      const message = `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`;
      throw mongoError('DollarPrefixedFieldName', message);
    }
    if (value instanceof Map) assertNoDollar(value);
  }
}

/** Makes a document storable: `_id` first, generated when it is missing. */
export function toStored(doc: Doc, bytes?: Uint8Array): Stored {
  const id = doc.get('_id');
  if (Array.isArray(id) || typeName(id) === 'regex') {
    throw mongoError('InvalidIdField', `The '_id' value cannot be of type ${typeName(id)}`);
  }
  if (id instanceof Map) assertNoDollar(id);
  const [first] = doc.keys();
  const isReady = first === '_id' && bytes !== undefined;
  const whole = first === '_id' ? doc : new Map([['_id', id ?? new ObjectId()], ...doc]);
  if (!isReady) whole.set('_id', whole.get('_id') ?? new ObjectId());
  const stored = { doc: whole, bytes: isReady ? bytes : encodeDocument(whole) };
  assertSize(stored.bytes);
  return stored;
}

/**
 * Runs a write; when a transaction holds what it needs, waits for that to end and runs it again. In a
 * transaction nobody waits: that is a WriteConflict already.
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

/** Applies a change to every match, in turns; re-reads what others may have changed meanwhile. */
export async function forEachMatch(
  request: Request,
  collection: Collection,
  search: Search,
  change: (match: Match) => void,
): Promise<void> {
  const rids: number[] = [];
  for (const match of search.matches()) {
    if (match) rids.push(match.rid);
    else await request.pacer.rest();
  }
  for (const rid of rids) {
    if (request.pacer.isDue()) await request.pacer.rest();
    await whenUnlocked(request, () => {
      const match = readAgain(request, collection, search, rid);
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

/** What an update did to one document; both undefined when nothing matched. */
export interface Updated {
  readonly before: Doc | undefined;
  readonly after: Stored | undefined;
  readonly isModified: boolean;
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
    const doc = this.#update(before, matchedPositions(this.search.filter, before));
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

/** One statement of a batch; its outcome is kept for a retry and added up by `summarise`. */
export type Statement = (index: number) => Doc | Promise<Doc>;

export interface BatchResult {
  readonly outcomes: readonly { readonly index: number; readonly outcome: Doc }[];
  readonly writeErrors: readonly Doc[];
}

function writeError(index: number, error: MongoError): Doc {
  const extra = error.extra as Readonly<Record<string, Value | undefined>>;
  return toDoc({ index, code: error.code, ...extra, errmsg: error.message });
}

/**
 * Runs the statements of a batch in order. A statement that a retryable write has answered before is
 * not run again. An error ends an ordered batch, and any batch of a transaction.
 */
export async function runBatch(
  request: Request,
  length: number,
  run: Statement,
): Promise<BatchResult> {
  if (length === 0 || length > maxWriteBatch) {
    const message = `Write batch sizes must be between 1 and ${maxWriteBatch}. Got ${length} operations.`;
    throw mongoError('InvalidLength', message);
  }
  const { args, pacer, transaction, session, server } = request;
  const isOrdered = !args.has('ordered') || args.boolean('ordered');
  const retried = session && !transaction ? session : undefined;
  const outcomes: { index: number; outcome: Doc }[] = [];
  const writeErrors: Doc[] = [];
  for (let index = 0; index < length; index += 1) {
    if (pacer.isDue()) await pacer.rest();
    const statementId = toStatementId(request, index);
    let outcome = retried?.statements.get(statementId);
    try {
      if (!outcome) {
        const made = run(index);
        outcome = made instanceof Promise ? await made : made;
        if (retried) server.sessions.saveStatement(retried, statementId, outcome);
      }
      outcomes.push({ index, outcome });
    } catch (error) {
      if (!(error instanceof MongoError) || error.errorLabels.length > 0) throw error;
      writeErrors.push(writeError(index, error));
      if (transaction && session) server.sessions.abort(session);
      if (isOrdered || transaction) break;
    }
  }
  return { outcomes, writeErrors };
}

function toStatementId({ args }: Request, index: number): number {
  const ids = args.array('stmtIds');
  return ids ? Number(ids[index]) : (args.count('stmtId') ?? 0) + index;
}

/** The answer's members that all batches share. */
export function summarise(
  { outcomes, writeErrors }: BatchResult,
  members: Readonly<Record<string, Value | undefined>> = {},
): Doc {
  let n = 0;
  for (const { outcome } of outcomes) n += Number(outcome.get('n'));
  return toDoc({
    n: toInteger(n),
    ...members,
    writeErrors: writeErrors.length > 0 ? [...writeErrors] : undefined,
  });
}

/**
 * Reads a document to be inserted: all of it, or only `wanted` fields where the bytes can stay as they
 * are because `_id` is the first.
 *
 * @throws {MongoError} InvalidBSON (22) and what `toStored` throws
 */
export function decodeStored(bytes: Uint8Array, wanted?: ReadonlySet<string>): Stored {
  const hasIdFirst = idName.every((byte, i) => bytes[5 + i] === byte);
  return toStored(decodeDocument(bytes, hasIdFirst ? wanted : undefined), bytes);
}
