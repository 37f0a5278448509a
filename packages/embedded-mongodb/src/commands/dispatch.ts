import { inspect } from 'node:util';
import { Binary, Timestamp } from 'bson';
import { isNumeric } from '../bson/types';
import type { Doc, Value } from '../bson/values';
import {
  failedToParse,
  invalidOptions,
  MongoError,
  mongoError,
  notSupported,
  typeMismatch,
} from '../errors';
import { LiveView } from '../storage/view';
import { toMongoError } from '../storage/group-commit';
import type { Message } from '../wire/frames';
import { Arguments, members, toNumber } from './arguments';
import { commands } from './index';
import { Pacer } from './pacer';
import { type Command, emptyDoc, type Reply, type Request, type ServerState } from './request';
import type { PinnedView } from '../transactions/pinned-views';
import type { Session } from '../transactions/session';
import type { SessionUse } from '../transactions/sessions';

/** The client that a command came from. */
export interface Client {
  readonly id: number;
  /** Aborted when the client is gone or the server stops. */
  readonly ending: AbortSignal;
}

/** Commands on a cursor: drivers send the read concern of the session with these as well. */
const followsCursor = new Set(['getMore', 'killCursors']);
const readConcernLevels = new Set<Value>(['local', 'available', 'majority', 'linearizable']);

/** One node is its own majority: every read concern and every write concern of one node holds. */
function assertConcerns(args: Arguments, maySnapshot: boolean): void {
  const read = args.doc('readConcern') ?? emptyDoc;
  const level = read.get('level');
  const isKnown = level === undefined || readConcernLevels.has(level);
  if (!isKnown && !(level === 'snapshot' && maySnapshot)) {
    const message = `readConcern level ${inspect(level)} is not supported for this command outside of a transaction`;
    throw invalidOptions(message);
  }
  for (const name of read.keys()) {
    if (name === 'level' || name === 'afterClusterTime') continue;
    if (name !== 'atClusterTime') throw notSupported(`readConcern.${name} is not supported`);
    if (level !== 'snapshot') throw invalidOptions('atClusterTime belongs to a snapshot');
  }
  const write = args.doc('writeConcern');
  if (write) assertWriteConcern(write);
}

function assertWriteConcern(concern: Doc): void {
  const w = new Arguments(
    'command.writeConcern',
    concern,
    members({ any: 'w', boolean: 'j fsync', number: 'wtimeout', ignored: 'provenance' }),
  ).value('w');
  if (w === undefined || w === 'majority') return;
  if (typeof w === 'string') {
    const message = `No write concern mode named '${w}' found in replica set configuration`;
    throw mongoError('UnknownReplWriteConcern', message);
  }
  const nodes = isNumeric(w) ? toNumber(w) : NaN;
  if (!(nodes >= 0 && nodes <= 50)) {
    const message = 'w has to be a non-negative number and not greater than 50';
    throw failedToParse(message);
  }
  if (nodes <= 1) return;
  const message = `Not enough data-bearing nodes for w: ${inspect(w)}`;
  throw mongoError('UnsatisfiableWriteConcern', message);
}

/** The view of a read of a snapshot outside of a transaction; what follows a cursor has the cursor's. */
function pinnedView(
  { pinnedViews }: ServerState,
  db: string,
  args: Arguments,
  { isSnapshotRead }: Command,
): PinnedView | undefined {
  const read = args.doc('readConcern');
  if (isSnapshotRead !== true || read?.get('level') !== 'snapshot') return undefined;
  const time = read.get('atClusterTime');
  if (time === undefined) return pinnedViews.at(db, undefined, args.doc('lsid'));
  if (time instanceof Timestamp) return pinnedViews.at(db, time, undefined);
  throw typeMismatch('readConcern.atClusterTime must be a timestamp');
}

/** How the command uses its session; undefined when it has no transaction number. */
function sessionUse(command: Command, args: Arguments, client: Client): SessionUse | undefined {
  const number = args.value('txnNumber');
  const lsid = args.doc('lsid');
  const isTransaction = args.has('autocommit');
  if (number === undefined) {
    if (!isTransaction) return undefined;
    throw invalidOptions("'autocommit' field requires a transaction number");
  }
  const id = lsid?.get('id');
  if (!lsid || !(id instanceof Binary) || id.sub_type !== 4 || id.position !== 16) {
    throw invalidOptions('a transaction number requires a session id');
  }
  const [name] = command.names;
  if (isTransaction && !command.isTransactional) {
    throw mongoError(
      'OperationNotSupportedInTransaction',
      `Cannot run '${String(name)}' in a transaction`,
    );
  }
  if (!isTransaction && !command.isRetryable) {
    throw invalidOptions(`'${String(name)}' is not a retryable write`);
  }
  return {
    lsid,
    txnNumber: BigInt(args.count('txnNumber') ?? 0),
    isTransaction,
    isStart: args.boolean('startTransaction'),
    isEnd: name === 'commitTransaction' || name === 'abortTransaction',
    connectionId: client.id,
  };
}

/** Any error inside a transaction ends it. */
async function runInSession(
  server: ServerState,
  use: SessionUse,
  run: (session: Session) => Promise<Reply>,
): Promise<Reply> {
  const { session, giveBack } = await server.sessions.checkOut(use);
  try {
    return await run(session);
  } catch (error) {
    if (use.isTransaction) server.sessions.abort(session);
    throw error;
  } finally {
    giveBack();
  }
}

function databaseName(body: Doc): string {
  const db = body.get('$db');
  if (typeof db === 'string' && /^[^/\\. "$\0]{1,63}$/.test(db)) return db;
  throw mongoError('InvalidNamespace', `Invalid database name: ${inspect(db)}`);
}

/** Says that a command's answer depends on stored data. `hello` and `ping` do not: they do not fail with a commit. */
export function usesData({ body }: Pick<Message, 'body'>): boolean {
  const [name = ''] = body.keys();
  return commands.get(name)?.usesData !== false;
}

/**
 * Answers one command.
 *
 * @throws {MongoError} CommandNotFound (59), and whatever the command does
 */
export async function dispatch(
  server: ServerState,
  client: Client,
  { body, sequences }: Message,
): Promise<Reply> {
  const [name = ''] = body.keys();
  const command = commands.get(name);
  if (!command) throw mongoError('CommandNotFound', `no such command: '${name}'`);
  const db = databaseName(body);
  const args = new Arguments(name, body, command.members, sequences);
  const use = sessionUse(command, args, client);
  const isTransaction = use?.isTransaction === true;
  const maySnapshot = isTransaction || command.isSnapshotRead === true || followsCursor.has(name);
  assertConcerns(args, maySnapshot);
  const pacer = new Pacer();
  const isTail = name === 'getMore';
  pacer.start(isTail ? 0 : (args.count('maxTimeMS') ?? 0));
  const live = new LiveView(server.store);
  const run = async (session: Session | undefined): Promise<Reply> => {
    const transaction = session?.transaction;
    const pinned = transaction ? undefined : pinnedView(server, db, args, command);
    const request: Request = {
      server,
      command: name,
      connectionId: client.id,
      db,
      args,
      now: server.store.now(),
      pacer,
      view: transaction ?? pinned ?? live,
      pinned,
      session,
      transaction,
      lsid: args.doc('lsid'),
      ending: client.ending,
    };
    return command.run(request);
  };
  try {
    const reply = await (use ? runInSession(server, use, run) : run(undefined));
    live.assertKept();
    return reply;
  } catch (error) {
    if (!(error instanceof MongoError)) server.store.commit.fail(error);
    throw toMongoError(error);
  }
}
