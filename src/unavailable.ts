import { AppError } from './errors';

/** Names of the driver's errors that say: no server, no connection, no answer. */
const unavailableNames =
  /^(?:Mongo(?:ServerSelection|Network|NetworkTimeout|NotConnected|PoolClosed|PoolCleared|TopologyClosed|ClientClosed|WaitQueueTimeout)|PoolClearedOnNetwork|MongooseServerSelection)Error$/;

/** What a server answers that is not, or no more, the primary, or shuts down. @see MongoDB server, error_codes.yml */
const notPrimaryCodes: readonly unknown[] = [
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
];

/** Whether an operation failed because the database could not be reached or did not answer. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    unavailableNames.test(error.name) ||
    isNotPrimary(error) ||
    isRetryable(error) ||
    isHungUp(error) ||
    // Stores never buffer: mongoose says so in words when the connection is not open.
    /before initial connection is complete|Connection.*closed/.test(error.message)
  );
}

/** The error to answer with when the database is away; null for what failed for another reason. */
export function toUnavailable(error: unknown): AppError | null {
  if (!isDatabaseUnavailable(error)) return null;
  return new AppError('SERVICE_UNAVAILABLE', 'the database is not available', {
    cause: error,
    retryAfterSeconds: 2,
  });
}

function isNotPrimary(error: Error): boolean {
  return (
    error.name === 'MongoServerError' && 'code' in error && notPrimaryCodes.includes(error.code)
  );
}

/** Whether a socket was closed by the other side: between two commands the driver lets the system's error through. */
function isHungUp(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

/** Whether the server itself asks for the write to be tried again, e.g. because it steps down. */
function isRetryable(error: Error): boolean {
  // The driver's errors have the method that others lack.
  const { hasErrorLabel } = error as { readonly hasErrorLabel?: (label: string) => boolean };
  return hasErrorLabel?.call(error, 'RetryableWriteError') === true;
}
