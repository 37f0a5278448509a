import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors';
import { networkOf } from '../../network';

/** Publishers, sites and placements that one network may bring into being within a minute. */
const creationsPerMinute = 600;

/** Bounds how many publishers, sites and placements strangers can make by finds. */
export interface CreationLimiter {
  /** @throws {AppError} `TOO_MANY_REQUESTS` */
  consume(remoteAddress: string): Promise<void>;
}

export function createCreationLimiter(): CreationLimiter {
  const limiter = new RateLimiterMemory({ points: creationsPerMinute, duration: 60 });
  return {
    async consume(remoteAddress) {
      try {
        await limiter.consume(networkOf(remoteAddress));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('TOO_MANY_REQUESTS', 'too many new sites and placements', {
          retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
        });
      }
    },
  };
}
