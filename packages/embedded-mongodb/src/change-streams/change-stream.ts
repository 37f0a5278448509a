import { Timestamp } from 'bson';
import { runPipeline } from '../aggregate/pipeline';
import {
  decodeDocument,
  type Doc,
  documentMember,
  encodeDocument,
  toDoc,
  type Value,
} from '../bson/values';
import { Arguments, members } from '../commands/arguments';
import type { Encoded, Tail } from '../commands/cursors';
import { type Request } from '../commands/request';
import { Search } from '../commands/search';
import { locationError, type MongoError, mongoError, notSupported } from '../errors';
import type { LoggedChange, Scope } from './oplog';

const allowedStages = new Set(['$match', '$project', '$addFields', '$set', '$unset']);
const specMembers = members({
  string: 'fullDocument fullDocumentBeforeChange',
  document: 'resumeAfter startAfter',
  boolean: 'allChangesForCluster',
  refused: 'showExpandedEvents startAtOperationTime',
});
/** Ends the token of an `invalidate` event, which shares its position with its cause. */
const invalidateMark = '01';

function invalidToken(): MongoError {
  return mongoError('InvalidResumeToken', 'the resume token is not one of this server');
}

function toToken(seq: number, mark = ''): Doc {
  return new Map([['_data', seq.toString(16).padStart(16, '0').toUpperCase() + mark]]);
}

/** The position after which a stream begins. */
interface Start {
  readonly seq: number;
  /** True for a token of the change at that position: its `invalidate` event is still to be sent. */
  readonly isBehindChange: boolean;
}

function readToken(token: Doc, isAfterInvalidate: boolean): Start {
  const data = token.get('_data');
  const match = typeof data === 'string' ? /^([0-9A-F]{16})(01)?$/.exec(data) : null;
  if (!match) throw invalidToken();
  const [, digits = '', mark] = match;
  if (mark && !isAfterInvalidate) {
    throw mongoError('InvalidResumeToken', 'cannot resumeAfter an invalidate event');
  }
  return { seq: Number.parseInt(digits, 16), isBehindChange: mark === undefined };
}

/** @throws {MongoError} ChangeStreamHistoryLost (286), InvalidResumeToken (260), 50865 for two tokens */
function startOf({ server }: Request, scope: Scope, args: Arguments): Start {
  const { oplog } = server.store;
  if (args.has('resumeAfter') && args.has('startAfter')) {
    const message = "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage";
    throw locationError(50865, message);
  }
  const token = args.doc('resumeAfter') ?? args.doc('startAfter');
  if (!token) return { seq: oplog.nextSeq - 1, isBehindChange: false };
  const start = readToken(token, args.has('startAfter'));
  return oplog.has(scope, start.seq) ? start : lostHistory();
}

function lostHistory(): never {
  const message =
    'Resume of change stream was not possible, as the resume point may no longer be in the oplog.';
  throw mongoError('ChangeStreamHistoryLost', message);
}

/** @throws {MongoError} IllegalOperation (20) for a stage that cannot follow `$changeStream`; whatever compiling a stage throws */
function assertStages(stages: readonly Doc[], now: Date): void {
  for (const stage of stages) {
    const [name = ''] = stage.keys();
    if (allowedStages.has(name)) continue;
    throw mongoError('IllegalOperation', `${name} is not permitted in a $changeStream pipeline`);
  }
  // Over no document: compiles the stages.
  runPipeline(stages, [], { now, isDue: () => false });
}

/** Says that update events bring the document as it is now. */
function looksUpDocuments(args: Arguments): boolean {
  const word = args.has('fullDocument') ? args.string('fullDocument') : 'default';
  const before = args.has('fullDocumentBeforeChange')
    ? args.string('fullDocumentBeforeChange')
    : 'off';
  if ((word !== 'default' && word !== 'updateLookup') || before !== 'off') {
    throw notSupported('change streams have no pre- and post-images');
  }
  return word === 'updateLookup';
}

const clusterTimeOf = ({ seq, at }: LoggedChange): Timestamp =>
  new Timestamp({ t: Math.floor(at.getTime() / 1000), i: seq % 2 ** 31 });

function toEvent(change: LoggedChange): Doc {
  const { type, db, collection, seq, at, details, document } = change;
  const session = details?.get('session');
  const inserted = document && decodeDocument(document);
  const id = inserted?.get('_id') ?? details?.get('_id');
  return toDoc({
    _id: toToken(seq),
    operationType: type,
    clusterTime: clusterTimeOf(change),
    wallTime: at,
    ...Object.fromEntries(session instanceof Map ? session : []),
    fullDocument: inserted,
    ns: collection === '' ? toDoc({ db }) : toDoc({ db, coll: collection }),
    documentKey: id === undefined ? undefined : toDoc({ _id: id }),
    updateDescription: details?.get('update'),
  });
}

/** Narrows a database to the collections that the first stage names: changes of others need no log. */
function narrowed(scope: Scope, [stage]: readonly Doc[]): Scope {
  const match = stage?.get('$match');
  const condition = match instanceof Map ? match.get('ns.coll') : undefined;
  const isIn = condition instanceof Map && condition.size === 1;
  const wanted = isIn ? condition.get('$in') : [condition];
  const isPlain = Array.isArray(wanted) && wanted.length > 0 && wanted.every(isName);
  return isPlain && scope.db !== '' && scope.collection === '' ? { ...scope, only: wanted } : scope;
}

function isName(value: Value | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * The events of a cursor. `next` is done while no event waits; later calls may bring more. It throws
 * ChangeStreamHistoryLost (286) where the log no longer has what comes next.
 */
export class ChangeStream implements Encoded, Tail {
  readonly #request: Request;
  readonly #scope: Scope;
  readonly #stages: readonly Doc[];
  readonly #looksUp: boolean;
  readonly #ready: { readonly bytes: Uint8Array; readonly token: Doc }[] = [];
  #position: number;
  /** Tokens of the last change that was looked at, and of the last event that was taken. */
  #token: Doc;
  #delivered: Doc;
  #isOver = false;

  /**
   * @param pipeline begins with `$changeStream`
   * @throws {MongoError} IllegalOperation (20) for a stage that cannot follow it
   */
  constructor(request: Request, scope: Scope, pipeline: readonly Doc[]) {
    const [first, ...stages] = pipeline;
    const spec = first?.get('$changeStream');
    if (!(spec instanceof Map))
      throw locationError(50808, '$changeStream stage expects a document as argument');
    const args = new Arguments('$changeStream.spec', spec, specMembers);
    assertStages(stages, request.now);
    this.#request = request;
    this.#scope = narrowed(scope, stages);
    this.#stages = stages;
    this.#looksUp = looksUpDocuments(args);
    const start = startOf(request, this.#scope, args);
    this.#position = start.seq;
    this.#keepWatching();
    this.#token = toToken(this.#position);
    this.#delivered = this.#token;
    if (start.isBehindChange) this.#endBehind(start.seq);
  }

  next(): IteratorResult<Uint8Array | undefined, void> {
    const ready = this.#ready.shift();
    if (ready) {
      this.#delivered = ready.token;
      return { done: false, value: ready.bytes };
    }
    if (this.#isOver) return { done: true, value: undefined };
    const { oplog } = this.#request.server.store;
    const changes = oplog.readAfter(this.#position);
    if (changes.length === 0) {
      return oplog.isDroppedAfter(this.#position)
        ? lostHistory()
        : { done: true, value: undefined };
    }
    for (const change of changes) if (!this.#take(change)) break;
    return { done: false, value: undefined };
  }

  get isOver(): boolean {
    return this.#isOver && this.#ready.length === 0;
  }

  resumeToken(): Doc {
    return this.#ready.length > 0 ? this.#delivered : this.#token;
  }

  #keepWatching(): void {
    const { store } = this.#request.server;
    const now = store.now();
    if (!store.oplog.isWatchStale(this.#scope, now)) return;
    store.commit.begin();
    store.oplog.watch(this.#scope, now);
  }

  wait(maxWaitMs: number, ending: AbortSignal): Promise<boolean> {
    this.#keepWatching();
    return this.#request.server.store.oplog.waitForCommit(maxWaitMs, ending);
  }

  /** @returns false where the change ends the stream */
  #take(change: LoggedChange): boolean {
    this.#position = change.seq;
    this.#token = toToken(change.seq);
    if (!this.#isMine(change)) return true;
    this.#emit(toEvent(change), change);
    const isLast = this.#isLast(change);
    if (isLast) this.#invalidate(change);
    return !isLast;
  }

  /** Sends the `invalidate` event that a stream which is resumed right behind its last change still lacks. */
  #endBehind(seq: number): void {
    const change = this.#request.server.store.oplog.find(seq);
    if (change && this.#isMine(change) && this.#isLast(change)) this.#invalidate(change);
  }

  #isMine(change: LoggedChange): boolean {
    const { db, collection } = this.#scope;
    return (
      (db === '' || change.db === db) && (collection === '' || change.collection === collection)
    );
  }

  /** Says that a change in the stream's scope ends the stream. */
  #isLast({ type }: LoggedChange): boolean {
    const { db, collection } = this.#scope;
    return collection === '' ? db !== '' && type === 'dropDatabase' : type === 'drop';
  }

  #invalidate(change: LoggedChange): void {
    this.#isOver = true;
    this.#token = toToken(change.seq, invalidateMark);
    const event = {
      _id: this.#token,
      operationType: 'invalidate',
      clusterTime: clusterTimeOf(change),
      wallTime: change.at,
    };
    this.#push(toDoc(event));
  }

  #emit(event: Doc, { type, db, collection }: LoggedChange): void {
    if (this.#looksUp && type === 'update') {
      event.set('fullDocument', this.#lookUp(db, collection, documentMember(event, 'documentKey')));
    }
    this.#push(event);
  }

  #push(event: Doc): void {
    for (const doc of runPipeline(this.#stages, [event], {
      now: this.#request.now,
      isDue: () => false,
    })) {
      if (!doc) continue;
      const token = doc.get('_id');
      if (!(token instanceof Map)) {
        const message =
          'a change stream pipeline must not remove the _id, which is the resume token';
        throw mongoError('ChangeStreamFatalError', message);
      }
      this.#ready.push({ bytes: encodeDocument(doc), token });
    }
  }

  /** The document as it is now, or null when it is gone. */
  #lookUp(db: string, name: string, filter: Doc): Value {
    const { catalog } = this.#request.server.store;
    const collection = catalog.find(db, name);
    if (!collection) return null;
    for (const match of new Search(this.#request, collection, { filter }).matches()) {
      if (match) return match.doc;
    }
    return null;
  }
}
