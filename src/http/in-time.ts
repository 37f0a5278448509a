import { withTimeout } from '../with-timeout';

/** Longest that a request may take, once its body is there, before it is answered 503. */
const requestTimeoutMs = 5_000;

interface InTimeOptions {
  /** Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /**
   * True where the value comes without the database too, only later: the request is not given up while the database is
   * away.
   */
  readonly outlivesDatabase?: boolean | undefined;
}

/**
 * The value, if it is there in time. Otherwise the work for it goes on.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` when it takes too long; what `watch` rejects with when the database is away.
 */
export type InTime = <Value>(value: Promise<Value>, options?: InTimeOptions) => Promise<Value>;

/**
 * @param options.watch rejects when what the value waits for is away
 * @param options.onLate gets the error of work that failed after it was given up
 * @param options.patience see `ADGATE_PATIENCE`; default: 1
 */
export function createInTime(options: {
  readonly watch: <Value>(value: Promise<Value>) => Promise<Value>;
  readonly onLate: (error: unknown) => void;
  readonly patience?: number;
}): InTime {
  const { watch, onLate, patience = 1 } = options;
  return async (value, { timeoutMs = requestTimeoutMs, outlivesDatabase = false } = {}) => {
    let isAnswered = false;
    value.catch((error: unknown) => {
      if (isAnswered && !isAnswerTooMany(error)) onLate(error);
    });
    try {
      return await withTimeout(outlivesDatabase ? value : watch(value), timeoutMs * patience);
    } finally {
      isAnswered = true;
    }
  };
}

/** Says that the work came to an answer after another answer was sent. */
function isAnswerTooMany(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_HTTP_HEADERS_SENT';
}
