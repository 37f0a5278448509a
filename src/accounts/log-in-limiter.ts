import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 15 * 60;

/** Slows down guessing: at most 5 failures an email and 50 an address within 15 minutes. */
export interface LogInLimiter {
  /** Seconds to wait, or 0 when an attempt is allowed. */
  waitSeconds(email: string, remoteAddress: string): Promise<number>;
  countFailure(email: string, remoteAddress: string): Promise<void>;
  /** A success clears the email's failures. */
  clear(email: string): Promise<void>;
}

export function createLogInLimiter(): LogInLimiter {
  const perEmail = new RateLimiterMemory({ points: 5, duration: windowSeconds });
  const perAddress = new RateLimiterMemory({ points: 50, duration: windowSeconds });
  const secondsLeft = (state: RateLimiterRes | null, points: number) =>
    state && state.consumedPoints >= points ? Math.ceil(state.msBeforeNext / 1000) : 0;
  return {
    async waitSeconds(email, remoteAddress) {
      const [byEmail, byAddress] = await Promise.all([
        perEmail.get(email),
        perAddress.get(remoteAddress),
      ]);
      return Math.max(
        secondsLeft(byEmail, perEmail.points),
        secondsLeft(byAddress, perAddress.points),
      );
    },
    async countFailure(email, remoteAddress) {
      await Promise.all([perEmail.penalty(email), perAddress.penalty(remoteAddress)]);
    },
    async clear(email) {
      await perEmail.delete(email);
    },
  };
}
