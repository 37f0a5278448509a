import mongoose, { type Connection } from 'mongoose';

/** How long an operation looks for a server before it fails: the answer is then 503, not a hang. */
const serverSelectionTimeoutMs = 2_000;

/**
 * Opens the database that the stores work on. int64 fields read back as `bigint`.
 *
 * @throws when no server answers within `timeoutMs`.
 */
export async function openDatabase(uri: string, timeoutMs = 10_000): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: timeoutMs,
    socketTimeoutMS: 60_000,
    maxPoolSize: 20,
    useBigInt64: true,
    appName: 'adgate',
  });
  // Without a listener a lost connection would end the process; stores see the failed operation itself.
  connection.on('error', () => undefined);
  await connection.asPromise();
  return connection;
}

/** Name of the database, when the URI does not give one. */
export const defaultDatabaseName = 'adgate';

/** The URI with a database name and, where it sets none, the time-out of server selection. */
export function completeDatabaseUri(uri: string): string {
  const match = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  if (!match) return uri;
  const [, server, name, query = ''] = match;
  const options = new URLSearchParams(query);
  if (!options.has('serverSelectionTimeoutMS'))
    options.set('serverSelectionTimeoutMS', String(serverSelectionTimeoutMs));
  return `${server!}/${name ? name : defaultDatabaseName}?${options.toString()}`;
}

/** Whether an operation failed because the database could not be reached or did not answer. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|TopologyClosed|WaitQueueTimeout)/.test(
      error.name,
    ) ||
    error.name === 'MongooseServerSelectionError' ||
    (error instanceof mongoose.mongo.MongoServerError &&
      error.hasErrorLabel('RetryableWriteError')) ||
    // Stores never buffer: mongoose says so in words when the connection is not open.
    /before initial connection is complete|Connection.*closed/.test(error.message)
  );
}
