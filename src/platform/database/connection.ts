import mongoose, { type Connection } from 'mongoose';
import { currentTracing } from '../process/tracing';
import { followCommands } from './command-spans';
import { isDatabaseUnavailable } from './unavailable';

/** How long an operation looks for a server or a free connection before it fails: the answer is then 503, not a hang. */
const availableTimeoutMs = 1_500;
/** How long the server may take to accept a connection, and to answer a heartbeat. */
const connectTimeoutMs = 5_000;
/** How often the driver looks whether the server is there: one that hangs is known within this and `connectTimeoutMs`. */
const heartbeatMs = 2_000;
/** How long a start waits for a server: a replica set elects its primary in less. */
const startTimeoutMs = 10_000;
/** How long the server may take to answer a command. */
const answerTimeoutMs = 60_000;
/** Name of the database, when the URI does not give one. */
export const defaultDatabaseName = 'adgate';

interface OpenOptions {
  /** A command takes as long as it takes; default: it fails after 60 seconds. A server that is gone is known all the same. */
  readonly isUnhurried?: boolean;
}

/**
 * Opens the database that the stores work on. int64 fields read back as `bigint`.
 *
 * @param patience see `ADGATE_PATIENCE`
 * @throws when no server answers within 10 seconds.
 */
export async function openDatabase(
  uri: string,
  patience = 1,
  options: OpenOptions = {},
): Promise<Connection> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      return await connect(uri, patience, options);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > giveUpAt) throw error;
    }
  }
}

/** Does work on a connection of its own, on which an answer may take hours. @throws as `openDatabase`, and what the work throws */
export async function withUnhurried<Result>(
  uri: string,
  patience: number,
  work: (db: Connection) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(uri, patience, { isUnhurried: true });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function connect(
  uri: string,
  patience: number,
  { isUnhurried = false }: OpenOptions,
): Promise<Connection> {
  const tracing = currentTracing();
  const connection = mongoose.createConnection(uri, {
    ...(!hasDatabaseName(uri) && { dbName: defaultDatabaseName }),
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: availableTimeoutMs * patience,
    heartbeatFrequencyMS: heartbeatMs,
    connectTimeoutMS: connectTimeoutMs * patience,
    socketTimeoutMS: isUnhurried ? 0 : answerTimeoutMs,
    maxPoolSize: 20,
    waitQueueTimeoutMS: availableTimeoutMs * patience,
    useBigInt64: true,
    appName: 'adgate',
    // Not set to false: the URI may ask for it.
    ...(tracing && { monitorCommands: true }),
  });
  // Without a listener a lost connection would end the process; stores see the failed operation itself.
  connection.on('error', () => undefined);
  // Mongoose lists a closed connection until it is destroyed, and holds all that was made for it.
  connection.once('close', () => void connection.destroy());
  try {
    await connection.asPromise();
    if (tracing) followCommands(connection, tracing);
    return connection;
  } catch (error) {
    await connection.destroy().catch(() => undefined);
    throw error;
  }
}

/** A database name in the URI is also where its user is looked up. So ours is not written into the URI. */
function hasDatabaseName(uri: string): boolean {
  return /^mongodb(?:\+srv)?:\/\/[^/?]+\/[^?]/.test(uri);
}
