import type { Value } from './bson/value';

/** MongoDB's numbers of the named errors this server answers with. */
const errorCodes = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  UnknownReplWriteConcern: 79,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  UnsatisfiableWriteConcern: 100,
  WriteConflict: 112,
  CommandNotSupported: 115,
  ConflictingOperationInProgress: 117,
  InvalidPipelineOperator: 168,
  TooManyFilesOpen: 172,
  QueryPlanKilled: 175,
  CursorInUse: 187,
  InvalidIndexSpecificationOption: 197,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  CursorKilled: 237,
  SnapshotTooOld: 239,
  ConversionFailure: 241,
  SnapshotUnavailable: 246,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  InvalidResumeToken: 260,
  TooManyLogicalSessions: 261,
  OperationNotSupportedInTransaction: 263,
  IndexBuildAborted: 276,
  ChangeStreamFatalError: 280,
  ChangeStreamHistoryLost: 286,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
} as const;

export type ErrorName = keyof typeof errorCodes;

/**
 * An error that a client gets as MongoDB's `{ ok: 0, errmsg, code, codeName, ...extra }`.
 *
 * `codeName` is MongoDB's name, or `Location<code>` for its unnamed errors. `extra` members are
 * sent beside `errmsg`, for example `keyPattern` and `keyValue` of error 11000.
 */
export class MongoError extends Error {
  override readonly name = 'MongoError';
  /** Sent as `errorLabels` when not empty; the driver's retry loops look for them. */
  errorLabels: readonly string[] = [];

  constructor(
    readonly code: number,
    readonly codeName: string,
    message: string,
    readonly extra: Readonly<Record<string, Value>> = {},
  ) {
    super(message);
  }
}

/** An error of MongoDB's table of names. */
export function mongoError(
  codeName: ErrorName,
  message: string,
  extra?: Readonly<Record<string, Value>>,
): MongoError {
  return new MongoError(errorCodes[codeName], codeName, message, extra);
}

const named =
  (codeName: ErrorName) =>
  (message: string): MongoError =>
    mongoError(codeName, message);

/** The most frequent of the named errors. */
export const badValue = named('BadValue');
export const failedToParse = named('FailedToParse');
export const invalidOptions = named('InvalidOptions');
export const notSupported = named('CommandNotSupported');
export const typeMismatch = named('TypeMismatch');

/** One of MongoDB's numbered errors that have no name: its codeName is `Location<code>`. */
export function locationError(code: number, message: string): MongoError {
  return new MongoError(code, `Location${String(code)}`, message);
}

/** Error 112 with the label that makes `withTransaction` run the whole transaction again. */
export function writeConflict(message: string): MongoError {
  const error = mongoError('WriteConflict', message);
  error.errorLabels = ['TransientTransactionError'];
  return error;
}
