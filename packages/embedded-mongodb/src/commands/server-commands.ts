import { type Doc, toDoc } from '../bson/values';
import { members } from './arguments';
import { maxWriteBatch } from './batch';
import { lsidKey } from './cursors';
import { mongoError, notSupported, typeMismatch } from '../errors';
import type { Session } from '../transactions/session';
import { noSuchTransaction } from '../transactions/sessions';
import { type Command, type Reply, type Request, toInteger } from './request';
import { maxDocumentBytes } from './stored';

/** MongoDB's version whose behaviour and wire version this server has. */
const version = '7.0.0';
const wireVersion = 21;

/** MongoDB's limits, in bytes and in operations. */
const limits = {
  maxBsonObjectSize: maxDocumentBytes,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: maxWriteBatch,
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

function endSessions({ args, server }: Request): Reply {
  for (const key of args.documents('endSessions').map(requireKey)) {
    server.cursors.killOfSession(key);
    server.pinnedViews.endSession((other) => lsidKey(other) === key);
  }
  return new Map();
}

/** @throws {MongoError} TypeMismatch (14) where no session can have the id */
function requireKey(lsid: Doc): string {
  const key = lsidKey(lsid);
  if (key === undefined) throw typeMismatch("BSON field 'endSessions.id' must be a UUID");
  return key;
}

/** @throws {MongoError} CommandNotSupported (115) for a command that only a transaction may have */
function requireSession({ session, command }: Request): Session {
  if (session) return session;
  throw notSupported(`${command} must be run within a transaction`);
}

function commitTransaction(request: Request): Reply {
  request.server.sessions.commit(requireSession(request));
  return new Map();
}

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

export const serverCommands: readonly Command[] = [
  {
    names: ['hello', 'isMaster', 'ismaster'],
    usesData: false,
    members: members({
      any: 'hello isMaster ismaster',
      ignored:
        'helloOk client compression backpressure hostInfo maxAwaitTimeMS saslSupportedMechs topologyVersion',
      refused: 'loadBalanced speculativeAuthenticate',
    }),
    run: hello,
  },
  {
    names: ['ping'],
    usesData: false,
    members: members({ any: 'ping' }),
    run: () => new Map(),
  },
  {
    names: ['buildInfo', 'buildinfo'],
    usesData: false,
    members: members({ any: 'buildInfo buildinfo' }),
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
  },
  {
    names: ['serverStatus'],
    members: members({ any: 'serverStatus' }),
    run: serverStatus,
  },
  {
    names: ['connectionStatus'],
    members: members({ any: 'connectionStatus', ignored: 'showPrivileges' }),
    run: () => toDoc({ authInfo: toDoc({ authenticatedUsers: [], authenticatedUserRoles: [] }) }),
  },
  {
    names: ['endSessions'],
    members: members({ documents: 'endSessions' }),
    run: endSessions,
  },
  {
    names: ['commitTransaction'],
    isTransactional: true,
    members: members({ any: 'commitTransaction', number: 'maxTimeMS', ignored: 'recoveryToken' }),
    run: commitTransaction,
  },
  {
    names: ['abortTransaction'],
    isTransactional: true,
    members: members({ any: 'abortTransaction', ignored: 'recoveryToken' }),
    run: abortTransaction,
  },
];
