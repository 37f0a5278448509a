import { mongoError } from '../errors';
import { noSuchTransaction } from '../transactions/sessions';
import { type Command, type Reply, type Request, toDoc, toInteger } from './request';

/** MongoDB's version whose behaviour and wire version this server has. */
const version = '7.0.0';
const wireVersion = 21;

/** MongoDB's limits, in bytes and in operations. */
export const limits = {
  maxBsonObjectSize: 16 << 20,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
} as const;

function hello({ server, command, connectionId, now }: Request): Reply {
  const isHello = command === 'hello';
  return toDoc({
    helloOk: true,
    [isHello ? 'isWritablePrimary' : 'ismaster']: true,
    secondary: false,
    setName: 'embedded',
    setVersion: 1,
    hosts: [server.address],
    primary: server.address,
    me: server.address,
    ...limits,
    localTime: now,
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: wireVersion,
    readOnly: false,
  });
}

export const helloCommand: Command = {
  names: ['hello', 'isMaster', 'ismaster'],
  usesData: false,
  members: {
    hello: 'any',
    isMaster: 'any',
    ismaster: 'any',
    helloOk: 'ignored',
    client: 'ignored',
    compression: 'ignored',
    backpressure: 'ignored',
    hostInfo: 'ignored',
    internalClient: 'refused',
    loadBalanced: 'refused',
    maxAwaitTimeMS: 'ignored',
    saslSupportedMechs: 'ignored',
    speculativeAuthenticate: 'refused',
    topologyVersion: 'ignored',
  },
  run: hello,
};

export const pingCommand: Command = {
  names: ['ping'],
  usesData: false,
  members: { ping: 'any' },
  run: () => new Map(),
};

export const buildInfoCommand: Command = {
  names: ['buildInfo', 'buildinfo'],
  usesData: false,
  members: { buildInfo: 'any', buildinfo: 'any' },
  run: () =>
    toDoc({
      version,
      versionArray: version.split('.').map(Number).concat(0),
      gitVersion: 'embedded-mongodb',
      modules: ['embedded-mongodb'],
      bits: 64,
      debug: false,
      maxBsonObjectSize: limits.maxBsonObjectSize,
      storageEngines: ['sqlite'],
    }),
};

function serverStatus({ server, now }: Request): Reply {
  const uptimeMs = now.getTime() - server.startedAt.getTime();
  const { rss } = process.memoryUsage();
  return toDoc({
    host: server.address,
    version,
    process: 'embedded-mongodb',
    pid: BigInt(process.pid),
    uptime: toInteger(Math.floor(uptimeMs / 1000)),
    uptimeMillis: BigInt(uptimeMs),
    localTime: now,
    connections: toDoc({ current: server.connectionCount() }),
    mem: toDoc({ bits: 64, resident: toInteger(Math.ceil(rss / 2 ** 20)), supported: true }),
    metrics: toDoc({ cursor: toDoc({ open: toDoc({ total: server.cursors.size }) }) }),
    transactions: toDoc({ currentOpen: server.store.openSnapshots }),
    storageEngine: toDoc({ name: 'sqlite', persistent: true }),
  });
}

export const serverStatusCommand: Command = {
  names: ['serverStatus'],
  members: { serverStatus: 'any' },
  run: serverStatus,
};

export const connectionStatusCommand: Command = {
  names: ['connectionStatus'],
  members: { connectionStatus: 'any', showPrivileges: 'ignored' },
  run: () => toDoc({ authInfo: toDoc({ authenticatedUsers: [], authenticatedUserRoles: [] }) }),
};

function endSessions({ args, server }: Request): Reply {
  for (const lsid of args.array('endSessions') ?? []) {
    if (lsid instanceof Map) server.cursors.killOfSession(lsid);
  }
  return new Map();
}

export const endSessionsCommand: Command = {
  names: ['endSessions'],
  members: { endSessions: 'documents' },
  run: endSessions,
};

/** A transaction's own command came without a transaction. */
function requireSession({ session, command }: Request) {
  if (session) return session;
  throw mongoError('CommandNotSupported', `${command} must be run within a transaction`);
}

function commitTransaction(request: Request): Reply {
  request.server.sessions.commit(requireSession(request));
  return new Map();
}

export const commitTransactionCommand: Command = {
  names: ['commitTransaction'],
  isTransactional: true,
  members: { commitTransaction: 'any', recoveryToken: 'ignored', maxTimeMS: 'number' },
  run: commitTransaction,
};

function abortTransaction(request: Request): Reply {
  const session = requireSession(request);
  if (session.stage === 'committed') {
    const message = `Transaction with txnNumber ${session.txnNumber} has been committed.`;
    throw mongoError('TransactionCommitted', message);
  }
  if (session.stage !== 'open') throw noSuchTransaction(session.txnNumber);
  request.server.sessions.abort(session);
  return new Map();
}

export const abortTransactionCommand: Command = {
  names: ['abortTransaction'],
  isTransactional: true,
  members: { abortTransaction: 'any', recoveryToken: 'ignored' },
  run: abortTransaction,
};
