import { AppError } from '../../errors';
import { networkOf } from '../../network';
import { createWindowLimiter, type WindowLimit, type WindowLimiterOptions } from './window-limiter';

/** Bounds how much strangers of one network may do. */
export interface NetworkLimiter {
  /** @throws {AppError} `TOO_MANY_REQUESTS` */
  consume(remoteAddress: string): Promise<void>;
}

/** @param refusal the message for those whom it refuses */
export function createNetworkLimiter(
  options: WindowLimiterOptions,
  limit: WindowLimit,
  refusal: string,
): NetworkLimiter {
  const limiter = createWindowLimiter(options, limit);
  return {
    async consume(remoteAddress) {
      const retryAfterSeconds = await limiter.take(networkOf(remoteAddress));
      if (retryAfterSeconds > 0)
        throw new AppError('TOO_MANY_REQUESTS', refusal, { retryAfterSeconds });
    },
  };
}
