import { Double } from 'bson';
import type { Doc, Value } from '../bson/values';
import type { Collection } from '../storage/collection';
import type { Store } from '../storage/store';
import type { View } from '../storage/view';
import type { PinnedView, PinnedViews } from '../transactions/pinned-views';
import type { Session } from '../transactions/session';
import type { Sessions } from '../transactions/sessions';
import type { Transaction } from '../transactions/transaction';
import type { Arguments, Members } from './arguments';
import type { CursorReply, Cursors } from './cursors';
import type { Pacer } from './pacer';

/** The state that all commands of a server share. */
export interface ServerState {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly pinnedViews: PinnedViews;
  readonly log: (line: string) => void;
  readonly startedAt: Date;
  /** `host:port` or the socket's path, as clients reach it. */
  readonly address: string;
  /** Open connections. */
  connectionCount(): number;
}

/** One command of one client. */
export interface Request {
  readonly server: ServerState;
  readonly command: string;
  readonly connectionId: number;
  readonly db: string;
  readonly args: Arguments;
  readonly now: Date;
  readonly pacer: Pacer;
  readonly view: View;
  /** Present with a transaction number: a retryable write or part of a transaction. */
  readonly session: Session | undefined;
  readonly transaction: Transaction | undefined;
  /** Present with the read concern `snapshot` outside of a transaction. */
  readonly pinned: PinnedView | undefined;
  /** The logical session. */
  readonly lsid: Doc | undefined;
  /** Aborted when the client is gone or the server stops. */
  readonly ending: AbortSignal;
}

/** Members of the answer, to which `ok: 1` is added. */
export type Reply = Doc | CursorReply;

/** A command: its first member is its name, which its value type belongs to as well. */
export interface Command {
  readonly names: readonly string[];
  readonly members: Members;
  /** True where the command may run inside a transaction. */
  readonly isTransactional?: boolean;
  /** True where the command may read a snapshot outside of a transaction. */
  readonly isSnapshotRead?: boolean;
  /** True where a transaction number outside of a transaction makes the command a retryable write. */
  readonly isRetryable?: boolean;
  /** False when it is answered without waiting for a commit. */
  readonly usesData?: false;
  run(request: Request): Reply | Promise<Reply>;
}

/** A whole number in the smallest type that MongoDB answers it in. */
export function toInteger(value: number): Value {
  return (value | 0) === value ? value : BigInt(value);
}

/** No filter, no options: shared, never written to. */
export const emptyDoc: Doc = new Map<string, Value>();

/** MongoDB answers its `ok` as a double. */
export const one = new Double(1);

/** The collection that the command's first member names, or undefined when there is none. */
export function findCollection({ server, db, args, command }: Request): Collection | undefined {
  return server.store.catalog.find(db, args.string(command));
}

/** The collection that a write goes to: made when it is not there. */
export function ensureCollection(request: Request, db: string, name: string): Collection {
  const { store } = request.server;
  const known = store.catalog.find(db, name);
  if (known) return known;
  store.commit.begin();
  const collection = store.catalog.create(db, name, store.touch());
  request.transaction?.created(collection);
  return collection;
}
