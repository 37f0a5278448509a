import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors';
import { networkOf } from '../../network';

/** What strangers ask for that ends in a mail: 20 an hour from one network; per process. */
export interface MailLimiter {
  /** @throws {AppError} `TOO_MANY_REQUESTS` */
  assertAllowed(remoteAddress: string): Promise<void>;
}

export function createMailLimiter(): MailLimiter {
  const limiter = new RateLimiterMemory({ points: 20, duration: 60 * 60 });
  return {
    async assertAllowed(remoteAddress) {
      try {
        await limiter.consume(networkOf(remoteAddress));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('TOO_MANY_REQUESTS', 'too many requests of this kind', {
          retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
        });
      }
    },
  };
}
