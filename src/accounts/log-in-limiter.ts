import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../network';

const windowSeconds = 15 * 60;
/** Verifications of passwords at once: they take a processor each, and the journal's threads. */
const maxVerifying = 2;
/** Log-ins that may wait for their verification. */
const maxWaiting = 50;

/** Slows down guessing: at most 5 attempts an email and 50 a network within 15 minutes; a success gives its attempt back. */
export interface LogInLimiter {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses are counted too.
   *
   * @returns seconds to wait, or 0 when the attempt is allowed.
   */
  countAttempt(email: string, remoteAddress: string): Promise<number>;
  /** A success clears the email's attempts. */
  clear(email: string, remoteAddress: string): Promise<void>;
  /**
   * Runs a verification when it is its turn.
   *
   * @returns null when too many wait already.
   */
  verify(run: () => Promise<boolean>): Promise<boolean | null>;
}

export function createLogInLimiter(): LogInLimiter {
  const perEmail = new RateLimiterMemory({ points: 5, duration: windowSeconds });
  const perNetwork = new RateLimiterMemory({ points: 50, duration: windowSeconds });
  const waiting: (() => void)[] = [];
  let verifying = 0;

  async function waitSeconds(limiter: RateLimiterMemory, key: string): Promise<number> {
    try {
      await limiter.consume(key);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.ceil(refusal.msBeforeNext / 1000);
    }
  }

  return {
    async countAttempt(email, remoteAddress) {
      const byNetwork = await waitSeconds(perNetwork, networkOf(remoteAddress));
      return byNetwork > 0 ? byNetwork : waitSeconds(perEmail, email);
    },
    async clear(email, remoteAddress) {
      await Promise.all([perEmail.delete(email), perNetwork.reward(networkOf(remoteAddress))]);
    },
    async verify(run) {
      if (verifying >= maxVerifying) {
        if (waiting.length >= maxWaiting) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      verifying += 1;
      try {
        return await run();
      } finally {
        verifying -= 1;
        waiting.shift()?.();
      }
    },
  };
}
