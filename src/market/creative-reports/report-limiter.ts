import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../errors';
import { networkOf } from '../../network';

/** A page full of ads whose bytes somebody alters on their way reports each of them. */
const reportsPerMinute = 300;

/** Bounds how many reports of creatives one network may send. */
export interface ReportLimiter {
  /** @throws {AppError} `TOO_MANY_REQUESTS` */
  consume(remoteAddress: string): Promise<void>;
}

export function createReportLimiter(): ReportLimiter {
  const limiter = new RateLimiterMemory({ points: reportsPerMinute, duration: 60 });
  return {
    async consume(remoteAddress) {
      try {
        await limiter.consume(networkOf(remoteAddress));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('TOO_MANY_REQUESTS', 'too many reports', {
          retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000),
        });
      }
    },
  };
}
