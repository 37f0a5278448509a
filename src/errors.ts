/**
 * Every failure a caller can see, with the HTTP status that REST answers it with.
 * Codes are append-only and never change their meaning.
 */
export const errorCodes = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  EXPECTATION_FAILED: 417,
  VALIDATION_FAILED: 422,
  TOO_MANY_REQUESTS: 429,
  HEADER_TOO_LONG: 431,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** Field path, dots between members and list positions (`imps.0.types`), to what is wrong there. */
export type ErrorDetails = Readonly<Record<string, readonly string[]>>;

export interface AppErrorOptions {
  readonly cause?: unknown;
  readonly details?: ErrorDetails;
  readonly retryAfterSeconds?: number;
  readonly reason?: string;
  readonly missingScope?: string;
  readonly challenge?: string;
}

/** The only error class that domain code throws on purpose; anything else is a bug and is masked. */
export class AppError extends Error {
  override readonly name = 'AppError';

  /** All bad fields at once; only for `VALIDATION_FAILED`. */
  readonly details: ErrorDetails | undefined;

  /** When a retry may succeed; only for `TOO_MANY_REQUESTS` and `SERVICE_UNAVAILABLE`. */
  readonly retryAfterSeconds: number | undefined;

  /** Why an account is suspended, or `second_factor_required`; only for `FORBIDDEN`, a member of its own on the wire (docs/contract.md §3). */
  readonly reason: string | undefined;

  /** The scope that an access token would need; only for `FORBIDDEN`. */
  readonly missingScope: string | undefined;

  /** The scheme that `WWW-Authenticate` asks for, where that is not Bearer; only for `UNAUTHENTICATED`. */
  readonly challenge: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.reason = options.reason;
    this.missingScope = options.missingScope;
    this.challenge = options.challenge;
  }
}

/**
 * The error for a request with bad fields.
 *
 * @param details every bad field; the message names the first of them unless another is given
 */
export function invalid(
  details: ErrorDetails,
  {
    message = messageFor(details),
    cause,
  }: { readonly message?: string; readonly cause?: unknown } = {},
): AppError {
  return new AppError('VALIDATION_FAILED', message, { details, cause });
}

/** @throws {AppError} `VALIDATION_FAILED` unless `details` is empty. */
export function assertNoProblems(details: ErrorDetails): void {
  if (Object.keys(details).length > 0) throw invalid(details);
}

/** The error for a thing that does not exist, or not for the caller. @param id as it was asked for, of any length */
export function notFound(noun: string, id: string): AppError {
  return new AppError('NOT_FOUND', `${noun} ${id.slice(0, 64)} not found`);
}

/** One sentence for the first bad field and a count of the others. */
function messageFor(details: ErrorDetails): string {
  const [first, ...others] = Object.entries(details);
  if (!first) return 'the request is not valid';
  const [path, [problem = 'is not valid']] = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${path === '' ? 'the request' : path} ${problem}${more}`;
}
