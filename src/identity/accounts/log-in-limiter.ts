import { networkOf } from '../../network';
import { subjectKeyOf } from '../../platform/limits/subject-key';
import {
  createWindowLimiter,
  type WindowLimiterOptions,
} from '../../platform/limits/window-limiter';
import { dayMs, hourMs, minuteMs } from '../../time';
import type { KnownNetworkStore } from './known-network.store';

/** Log-ins of all emails from one network. */
const perNetwork = { name: 'log-ins', most: 50, windowMs: 15 * minuteMs, isFinal: true };
/** Log-ins of one email from one network. */
const perEmailAndNetwork = { name: 'log-ins from', most: 5, windowMs: 15 * minuteMs };
/** Log-ins of one email from all networks that are new to it. */
const perEmailElsewhere = { name: 'log-ins elsewhere', most: 20, windowMs: hourMs };
/** A network is known for so long after the last log-in from it. */
const knownForMs = 90 * dayMs;

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

export function createLogInLimiter(
  options: WindowLimiterOptions & { readonly knownNetworks: KnownNetworkStore },
): LogInLimiter {
  const { knownNetworks, now, secret } = options;
  const networks = createWindowLimiter(options, perNetwork);
  const pairs = createWindowLimiter(options, perEmailAndNetwork);
  const elsewhere = createWindowLimiter(options, perEmailElsewhere);

  return {
    async countAttempt(email, remoteAddress) {
      const network = networkOf(remoteAddress);
      const byNetwork = await networks.take(network);
      if (byNetwork > 0) return byNetwork;
      const pair = subjectKeyOf(secret, email, network);
      const byPair = await pairs.take(pair);
      if (byPair > 0) return byPair;
      if (await knownNetworks.isKnown(pair, now())) return 0;
      return elsewhere.take(email);
    },

    async noteSuccess(email, remoteAddress) {
      const network = networkOf(remoteAddress);
      const pair = subjectKeyOf(secret, email, network);
      await networks.giveBack(network);
      await pairs.forget(pair);
      if (!(await knownNetworks.isKnown(pair, now()))) await elsewhere.giveBack(email);
      await knownNetworks.note(pair, new Date(now().getTime() + knownForMs));
    },
  };
}
