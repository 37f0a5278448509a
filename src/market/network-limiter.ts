import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors';
import { networkOf } from '../network';

/** Bounds how much strangers of one network may do. */
export interface NetworkLimiter {
  /** @throws {AppError} `TOO_MANY_REQUESTS` */
  consume(remoteAddress: string): Promise<void>;
}

/** @param refusal what is told whom it refuses */
export function createNetworkLimiter(perMinute: number, refusal: string): NetworkLimiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    async consume(remoteAddress) {
      try {
        await limiter.consume(networkOf(remoteAddress));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new AppError('TOO_MANY_REQUESTS', refusal, {
          retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000),
        });
      }
    },
  };
}
