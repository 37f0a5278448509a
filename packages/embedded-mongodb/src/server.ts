import { lstatSync, unlinkSync } from 'node:fs';
import { connect, createServer, isIP, type Server } from 'node:net';
import { Cursors } from './commands/cursors';
import { answerFindById } from './commands/find-by-id';
import { dispatch, usesData } from './commands/dispatch';
import type { ServerState } from './commands/request';
import { openFolder } from './storage/folder';
import { collectGarbage } from './storage/garbage';
import { Store } from './storage/store';
import { PinnedViews } from './transactions/pinned-views';
import { Sessions } from './transactions/sessions';
import { sweepExpired } from './storage/expiry';
import { Connection } from './wire/connection';

export interface EmbeddedMongodbOptions {
  /** The folder of the data, made when it is not there; ':memory:' keeps nothing. */
  readonly path: string;
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** Listens on this Unix socket instead of a port. */
  readonly socketPath?: string;
  /** Seconds between two sweeps of what TTL indexes say is old; 60 by default. */
  readonly ttlSleepSeconds?: number;
  /** Where lines about trouble go; nowhere by default. */
  readonly log?: (line: string) => void;
}

export interface EmbeddedMongodb {
  /** `mongodb://.../?directConnection=true`, without a database. */
  readonly uri: string;
  /** Answers the commands that have begun, writes everything out and closes. */
  stop(): Promise<void>;
}

const housekeepingMs = 1000;
const stopTimeoutMs = 5000;

function assertLoopback(host: string): void {
  const isLoopback =
    host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (isLoopback) return;
  throw new Error(
    `cannot listen on ${host}: without authentication the embedded database serves loopback addresses and Unix sockets only`,
  );
}

/** Removes a socket that no process listens on; never any other file. */
async function removeStaleSocket(path: string): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isSocket()) throw new Error(`cannot listen on ${path}: it is a file, not a socket`);
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(undefined);
    });
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  if (code === undefined) throw new Error(`cannot listen on ${path}: another server does`);
  if (code === 'ENOENT') return;
  if (code !== 'ECONNREFUSED') throw new Error(`cannot listen on ${path}: it answers ${code}`);
  unlinkSync(path);
}

async function listen(server: Server, options: EmbeddedMongodbOptions): Promise<string> {
  const { host = '127.0.0.1', port = 0, socketPath } = options;
  if (socketPath === undefined) assertLoopback(host);
  else await removeStaleSocket(socketPath);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const listening = () => {
      server.off('error', reject);
      resolve();
    };
    if (socketPath === undefined) server.listen({ host, port, backlog: 4096 }, listening);
    else server.listen({ path: socketPath }, listening);
  });
  if (socketPath !== undefined) return encodeURIComponent(socketPath);
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`the server listens on no port, but on ${address}`);
  return address.family === 'IPv6'
    ? `[${address.address}]:${address.port}`
    : `${address.address}:${address.port}`;
}

/** Keeps house every second until the returned function is called, which awaits the end of a round. */
function startHousekeeping(state: ServerState, ttlSleepSeconds = 60): () => Promise<void> {
  let sweptAt = state.startedAt.getTime();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    const now = state.store.now().getTime();
    const isSweepDue = now - sweptAt >= ttlSleepSeconds * 1000;
    if (isSweepDue) sweptAt = now;
    running ??= keepHouse(state, { isSweepDue }).finally(() => {
      running = undefined;
    });
  }, housekeepingMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Starts a server of MongoDB's wire protocol on a folder.
 *
 * @throws {Error} when the address is not loopback or is in use, when another process has the folder,
 * when its file is damaged or not ours
 */
export async function startEmbeddedMongodb(
  options: EmbeddedMongodbOptions,
): Promise<EmbeddedMongodb> {
  const log = options.log ?? (() => undefined);
  const connections = new Map<number, Connection>();
  let lastConnectionId = 0;
  const listener = createServer({ noDelay: true });
  const address = await listen(listener, options);
  let state: ServerState;
  try {
    state = createState(options.path, { address, log, connectionCount: () => connections.size });
  } catch (error) {
    listener.close();
    throw error;
  }
  const { store } = state;
  listener.on('error', (error) => log(`accepting a connection failed: ${error.message}`));
  listener.on('connection', (socket) => {
    lastConnectionId += 1;
    const connection = new Connection(lastConnectionId, socket, {
      answerNow: ({ body, isLegacy, sequences, expectsReply }) =>
        isLegacy || sequences.size > 0 || !expectsReply ? undefined : answerFindById(store, body),
      run: (message, client) => dispatch(state, client, message),
      whenDurable: (message, settle) => {
        if (usesData(message)) store.commit.whenDurable(settle);
        else settle();
      },
      log,
    });
    connections.set(connection.id, connection);
    void connection.closed.then(() => {
      connections.delete(connection.id);
      state.sessions.connectionLost(connection.id);
    });
  });
  const stopHousekeeping = startHousekeeping(state, options.ttlSleepSeconds);
  return {
    uri: `mongodb://${address}/?directConnection=true`,
    async stop() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const connection of connections.values()) connection.end();
      const timeout = setTimeout(() => destroyAll(connections), stopTimeoutMs);
      await closed;
      clearTimeout(timeout);
      await stopHousekeeping();
      state.sessions.close();
      state.pinnedViews.close();
      store.commit.flush();
      store.folder.close();
    },
  };
}

function destroyAll(connections: ReadonlyMap<number, Connection>): void {
  for (const connection of connections.values()) connection.destroy();
}

function createState(
  path: string,
  shared: Pick<ServerState, 'address' | 'log' | 'connectionCount'>,
): ServerState {
  const store = new Store(openFolder(path), () => new Date());
  store.commit.begin();
  store.catalog.dropUnfinishedIndexes();
  store.commit.flush();
  return {
    ...shared,
    store,
    sessions: new Sessions(store),
    cursors: new Cursors(),
    pinnedViews: new PinnedViews(store),
    startedAt: store.now(),
  };
}

/** Ends what is overdue, deletes a little of what was dropped, and what TTL indexes say is old. */
async function keepHouse(
  { store, sessions, cursors, pinnedViews, log }: ServerState,
  { isSweepDue }: { readonly isSweepDue: boolean },
): Promise<void> {
  try {
    sessions.expire();
    cursors.expire(store.now());
    pinnedViews.expire();
    if (store.oplog.hasIdleWatch(store.now())) {
      store.commit.begin();
      store.oplog.unwatch(store.now());
    }
    if (isSweepDue) await sweepExpired(store);
    for (let i = 0; i < 50 && collectGarbage(store, 500); i += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  } catch (error) {
    store.commit.fail(error);
    log(`housekeeping failed: ${String(error)}`);
  }
}
