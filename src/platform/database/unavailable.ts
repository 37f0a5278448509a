import { AppError } from '../../errors';
import { isRecord } from '../../record';

/** Names of errors, the driver's and one of ours, that say: no server, no connection, no answer. */
const unavailableNames =
  /^(?:Mongo(?:ServerSelection|Network|NetworkTimeout|NotConnected|PoolClosed|PoolCleared|TopologyClosed|ClientClosed|WaitQueueTimeout|OperationTimeout)|PoolClearedOnNetwork|MongooseServerSelection|DatabaseSilent)Error$/;

/** Names of errors in which the driver passes on what a server said. */
const serverNames = /^Mongo(?:Server|BulkWrite|WriteConcern)Error$/;

/**
 * Codes of a server that is not the primary, shuts down, cannot reach the servers behind it, or ran out of time.
 * @see MongoDB server, error_codes.yml
 */
const awayCodes: readonly unknown[] = [
  6, 7, 50, 64, 89, 91, 100, 133, 134, 189, 202, 262, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435,
  13_436,
];

/** The code of a server that has no room to write. @see MongoDB server, error_codes.yml: OutOfDiskSpace */
const diskFullCode = 14_031;

/** Errors without a meaning of their own. @see MongoDB server, error_codes.yml: InternalError, UnknownError */
const vagueCodes: readonly unknown[] = [undefined, 1, 8];

/** Words of proxies, and of engines that keep their data in another database, when the server behind them is away. */
const awayWords =
  /backend is down|failed to connect|connection (?:refused|reset)|broken pipe|i\/o timeout|context deadline exceeded|database system is (?:starting up|shutting down)/i;

/** One thing that a server said: an error of its own, or one of many within the error of a bulk write. */
interface ServerFault {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errmsg?: unknown;
}

/** Says that an operation failed because the database could not be reached, did not answer, or has no room to write. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    unavailableNames.test(error.name) ||
    faultsOf(error).some((fault) => isAway(fault) || fault.code === diskFullCode) ||
    isRetryable(error) ||
    isHungUp(error) ||
    // Stores never buffer: mongoose says so in words when the connection is not open.
    /before initial connection is complete|Connection.*closed/.test(error.message)
  );
}

/** Says that an operation failed because a disk has no room: the database's, or ours. */
function isDiskFull(error: unknown): boolean {
  const code = isRecord(error) ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT' || isDatabaseDiskFull(error);
}

/** Says that an operation failed because the database has no room to write. */
export function isDatabaseDiskFull(error: unknown): boolean {
  return error instanceof Error && faultsOf(error).some(({ code }) => code === diskFullCode);
}

/** Why requests are refused. */
export const databaseIsAway = 'the database is not available';
export const diskIsFull = 'the disk is full';

/** The error to answer with when the database is away, or its disk or ours is full; null for what failed otherwise. */
export function toUnavailable(error: unknown): AppError | null {
  const isFull = isDiskFull(error);
  if (!isFull && !isDatabaseUnavailable(error)) return null;
  return new AppError('SERVICE_UNAVAILABLE', isFull ? diskIsFull : databaseIsAway, {
    cause: error,
    retryAfterSeconds: isFull ? 60 : 2,
  });
}

/** All that the servers said; nothing for an error that is the driver's own, or another one. */
function faultsOf(error: Error): readonly ServerFault[] {
  if (!serverNames.test(error.name)) return [];
  // One refused write comes alone, many come as a list.
  const members: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  const { writeErrors = [], result } = members;
  const concern: unknown =
    isRecord(result) && typeof result.getWriteConcernError === 'function'
      ? Reflect.apply(result.getWriteConcernError, result, [])
      : null;
  return [error, ...[writeErrors].flat(), concern].filter(isRecord);
}

function isAway({ code, message, errmsg }: ServerFault): boolean {
  if (awayCodes.includes(code)) return true;
  return vagueCodes.includes(code) && awayWords.test(String(errmsg ?? message));
}

/** Says that the other side closed a socket: between two commands the driver lets the system's error through. */
function isHungUp(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

/** Says that the server asks for the write to be tried again, e.g. because the server steps down. */
function isRetryable(error: Error): boolean {
  // The driver's errors have the method that others lack.
  return (
    'hasErrorLabel' in error &&
    typeof error.hasErrorLabel === 'function' &&
    Reflect.apply(error.hasErrorLabel, error, ['RetryableWriteError']) === true
  );
}
