import { withTimeout } from '../with-timeout';

interface InTimeOptions {
  /** Default: that of {@link withTimeout}. */
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
 */
export function createInTime(options: {
  readonly watch: <Value>(value: Promise<Value>) => Promise<Value>;
  readonly onLate: (error: unknown) => void;
}): InTime {
  const { watch, onLate } = options;
  return async (value, { timeoutMs, outlivesDatabase = false } = {}) => {
    let isAnswered = false;
    value.catch((error: unknown) => {
      if (isAnswered && !isAnswerTooMany(error)) onLate(error);
    });
    try {
      return await withTimeout(outlivesDatabase ? value : watch(value), timeoutMs);
    } finally {
      isAnswered = true;
    }
  };
}

/** Says that the work came to an answer after another answer was sent. */
function isAnswerTooMany(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_HTTP_HEADERS_SENT';
}
