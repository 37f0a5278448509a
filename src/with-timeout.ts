import { AppError } from './errors';

/**
 * The value, if it is there in time. Otherwise the work for it goes on, and nobody hears of it.
 *
 * @throws {AppError} `SERVICE_UNAVAILABLE` after `timeoutMs`.
 */
export async function withTimeout<Value>(value: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(tookTooLong());
    }, timeoutMs);
  });
  try {
    return await Promise.race([value, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function tookTooLong(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'took too long', { retryAfterSeconds: 1 });
}
