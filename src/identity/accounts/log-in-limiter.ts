import { AppError } from '../../errors';
import { networkOf } from '../../network';
import {
  type BegunAttempt,
  createFailureLimiter,
  type FailureLimiterOptions,
} from '../../platform/limits/failure-limiter';
import { createFairTurns } from '../../platform/limits/fair-turns';
import { subjectKeyOf } from '../../platform/limits/subject-key';
import { dayMs, hourMs, minuteMs } from '../../time';
import type { KnownNetworkStore } from './known-network.store';

/** Failures of all emails from one network. */
const perNetwork = { name: 'log-ins', most: 50, windowMs: 15 * minuteMs, isFinal: true };
/** Failures of one email from one network. */
const perEmailAndNetwork = { name: 'log-ins from', most: 5, windowMs: 15 * minuteMs };
/** Failures of one email from all networks that are new to it. */
const perEmailElsewhere = { name: 'log-ins elsewhere', most: 20, windowMs: hourMs };
/** In one process, of one email from one network; others wait in their order. */
const turns = { noun: 'log-ins', atOnce: 1_000, ofOne: 4, mostWaiting: 50 };
/** A network is known for so long after the last log-in from it. */
const knownForMs = 90 * dayMs;

/** The email of a log-in attempt, and the address that the attempt comes from. */
export interface LogInAttempt {
  /** Lower-case; counted alike whether an account has it or not. */
  readonly email: string;
  readonly remoteAddress: string;
}

/**
 * Slows down guessing. An email may fail 5 times within 15 minutes from each network, and 20 times an hour from all
 * networks together that it has never logged in from: an attacker with many addresses runs into the second limit, and the
 * owner, on a network that is known, does not notice.
 */
export interface LogInLimiter {
  /**
   * Looks at a password, where that may be done. A right one forgets the failures before it, and its network is known from
   * now on.
   *
   * @param look null: it is wrong
   * @param refusal the message for those who have failed too often
   * @param isWhole false: more than what was looked at is needed to log in, and the failures before are not forgotten
   * @throws {AppError} `TOO_MANY_REQUESTS`: nothing was looked at or counted; and what `look` throws, which is no failure
   */
  attempt<Found>(
    who: LogInAttempt,
    look: () => Promise<Found | null>,
    refusal: string,
    isWhole?: (found: Found) => boolean,
  ): Promise<Found | null>;
  /** Forgets the failures, and knows the network from now on. */
  noteSuccess(who: LogInAttempt): Promise<void>;
}

export function createLogInLimiter(
  options: FailureLimiterOptions & { readonly knownNetworks: KnownNetworkStore },
): LogInLimiter {
  const { knownNetworks, now, secret } = options;
  const networks = createFailureLimiter(options, perNetwork);
  const pairs = createFailureLimiter(options, perEmailAndNetwork);
  const elsewhere = createFailureLimiter(options, perEmailElsewhere);
  const queue = createFairTurns(turns);
  const pairOf = ({ email, remoteAddress }: LogInAttempt) =>
    subjectKeyOf(secret, email, networkOf(remoteAddress));

  /** @returns what was begun, or the seconds to wait: nothing is begun then. */
  async function begin(who: LogInAttempt): Promise<readonly BegunAttempt[] | number> {
    const begun: BegunAttempt[] = [];
    const pair = pairOf(who);
    const isKnown = await knownNetworks.isKnown(pair, now());
    for (const next of [
      () => networks.begin(networkOf(who.remoteAddress)),
      () => pairs.begin(pair),
      ...(isKnown ? [] : [() => elsewhere.begin(who.email)]),
    ]) {
      const one = await next();
      if (typeof one === 'number') {
        await Promise.all(begun.map((former) => former.end()));
        return one;
      }
      begun.push(one);
    }
    return begun;
  }

  async function noteSuccess(who: LogInAttempt): Promise<void> {
    const pair = pairOf(who);
    await pairs.forgetFailures(pair);
    await knownNetworks.note(pair, new Date(now().getTime() + knownForMs));
  }

  return {
    attempt: (who, look, refusal, isWhole = () => true) =>
      queue.take(pairOf(who), async () => {
        const begun = await begin(who);
        if (typeof begun === 'number')
          throw new AppError('TOO_MANY_REQUESTS', refusal, { retryAfterSeconds: begun });
        let hasFailed = false;
        try {
          const found = await look();
          hasFailed = found === null;
          if (found !== null && isWhole(found)) await noteSuccess(who);
          return found;
        } finally {
          await Promise.all(begun.map((one) => (hasFailed ? one.fail() : one.end())));
        }
      }),

    noteSuccess,
  };
}
