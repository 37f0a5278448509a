import { LRUCache } from 'lru-cache';
import { verifier } from '../../../sidecar/ledger/signature';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import { createFairTurns } from '../../platform/limits/fair-turns';
import { createSharedWork } from '../../platform/limits/shared-work';
import { roomFor } from '../../platform/process/cache-room';
import { minuteMs } from '../../time';

/** Says that a signature is by the account's key. */
export type Verifies = ReturnType<typeof verifier>;

/** Keys of accounts, as the ledger has them: each is asked for once in ten minutes. */
export interface AccountKeys {
  /**
   * @param asker those whom we know do not wait for strangers
   * @returns null for an account that the network does not know.
   * @throws {AppError} `TOO_MANY_REQUESTS` while too many keys are asked for; {LedgerFailure}
   */
  find(address: string, asker: 'peer' | 'stranger'): Promise<Verifies | null>;
}

const knownMs = 10 * minuteMs;
const mostKnown = 10_000;
const turns = { noun: 'keys', atOnce: 4, ofOne: 2, mostWaiting: 100 };

interface Known {
  readonly verifies: Verifies | null;
}

export function createAccountKeys(
  ledger: Pick<LedgerClient, 'readPublicKey'>,
  now: () => Date,
): AccountKeys {
  const known = new LRUCache<string, Known>({
    ...roomFor(mostKnown),
    ttl: knownMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const { share } = createSharedWork();
  const lookUps = createFairTurns(turns);

  async function read(address: string, asker: string): Promise<Known> {
    const key = await lookUps.take(asker, () => ledger.readPublicKey(address));
    const found = { verifies: key && verifier(key) };
    known.set(address, found);
    return found;
  }

  return {
    async find(address, asker) {
      const found = known.get(address) ?? (await share(address, () => read(address, asker)));
      return found.verifies;
    },
  };
}
