import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../network';
import type { LogInAttemptStore } from './log-in-attempt.store';

/** Of all emails, from one network; per process. */
const perNetwork = { points: 50, duration: 15 * 60 } as const;
/** Of one email, from one network; of all processes together. */
const perEmailAndNetwork = { most: 5, windowMs: 15 * 60_000 } as const;
/** Of one email, from all networks that it has not logged in from before; of all processes together. */
const perEmailElsewhere = { most: 20, windowMs: 60 * 60_000 } as const;
/** A network is known for so long after the last log-in from it. */
const knownForMs = 90 * 24 * 60 * 60_000;

/**
 * Slows down guessing. An email has 5 attempts within 15 minutes from each network, and 20 an hour from all networks
 * together that it has never logged in from: an attacker with many addresses runs into the second limit, and the owner,
 * on a network that is known, does not notice.
 */
export interface LogInLimiter {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses are counted too.
   *
   * @param email lower-case; counted alike whether an account has it or not
   * @returns seconds to wait, or 0 when the attempt is allowed.
   */
  countAttempt(email: string, remoteAddress: string): Promise<number>;
  /** Gives the attempt back, forgets the failures before it, and knows the network from now on. */
  noteSuccess(email: string, remoteAddress: string): Promise<void>;
}

export function createLogInLimiter(options: {
  readonly store: LogInAttemptStore;
  readonly now: () => Date;
}): LogInLimiter {
  const { store, now } = options;
  const networks = new RateLimiterMemory(perNetwork);

  function windowOf(key: string, windowMs: number) {
    const endsAt = (Math.floor(now().getTime() / windowMs) + 1) * windowMs;
    return { key: `${key}:${endsAt}`, endsAt: new Date(endsAt) };
  }

  async function waitSeconds(key: string, limit: { most: number; windowMs: number }) {
    const { key: id, endsAt } = windowOf(key, limit.windowMs);
    const count = await store.count(id, endsAt);
    return count <= limit.most ? 0 : Math.ceil((endsAt.getTime() - now().getTime()) / 1000);
  }

  async function waitSecondsOf(network: string): Promise<number> {
    try {
      await networks.consume(network);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.ceil(refusal.msBeforeNext / 1000);
    }
  }

  return {
    async countAttempt(email, remoteAddress) {
      const network = networkOf(remoteAddress);
      const byNetwork = await waitSecondsOf(network);
      if (byNetwork > 0) return byNetwork;
      const pair = keyOf(email, network);
      const byPair = await waitSeconds(pair, perEmailAndNetwork);
      if (byPair > 0) return byPair;
      if (await store.isKnownNetwork(pair, now())) return 0;
      return waitSeconds(keyOf(email), perEmailElsewhere);
    },

    async noteSuccess(email, remoteAddress) {
      const network = networkOf(remoteAddress);
      const pair = keyOf(email, network);
      await networks.reward(network);
      await store.deleteCount(windowOf(pair, perEmailAndNetwork.windowMs).key);
      if (!(await store.isKnownNetwork(pair, now()))) {
        const elsewhere = windowOf(keyOf(email), perEmailElsewhere.windowMs);
        await store.count(elsewhere.key, elsewhere.endsAt, -1);
      }
      await store.noteKnownNetwork(pair, new Date(now().getTime() + knownForMs));
    },
  };
}

/** Emails and addresses are kept as hashes: counting needs no more. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}
