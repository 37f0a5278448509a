import { randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../../validation';

/** The right to do something alone for a while; it ends by itself when its holder does. */
export interface Lease {
  release(): Promise<void>;
}

/** A lease that is renewed until `stop`. */
export interface RenewedLease {
  /** Aborted once somebody else may have the lease: it was taken over, or could not be renewed in time. */
  readonly signal: AbortSignal;
  stop(): void;
}

interface LeaseDocument {
  readonly _id: string;
  readonly holder: string;
  readonly expiresAt: Date;
}

/** Clocks of gateways may differ by much less. */
export const leaseMs = 20_000;
/** A lease is renewed as often within its time. */
const renewals = 4;

/** Takes a lease and renews it until it is released; null while somebody else has it. */
export async function takeLease(
  db: mongo.Db,
  name: string,
  now: () => Date,
): Promise<Lease | null> {
  const leases = db.collection<LeaseDocument>('leases');
  const holder = randomUUID();
  const expiresAt = () => new Date(now().getTime() + leaseMs);
  try {
    await leases.updateOne(
      { _id: name, expiresAt: { $lte: now() } },
      { $set: { holder, expiresAt: expiresAt() } },
      { upsert: true },
    );
  } catch (error) {
    // It is there, and has not expired.
    if (isDuplicateKey(error)) return null;
    throw error;
  }
  // A lease that could not be renewed ends early. That is safe: its work may be done twice.
  const renewed = renewLease(async () => {
    const { matchedCount } = await leases.updateOne(
      { _id: name, holder },
      { $set: { expiresAt: expiresAt() } },
    );
    return matchedCount === 1;
  });
  return {
    async release() {
      renewed.stop();
      await leases.deleteOne({ _id: name, holder });
    },
  };
}

/**
 * Renews a lease that was taken just now. A database that is away is asked again until the lease has run out.
 *
 * @param renew says whether the lease is still the holder's
 * @param options.forMs the time of the lease; default 20 seconds
 * @param options.everyMs default a quarter of that
 */
export function renewLease(
  renew: () => Promise<boolean>,
  {
    forMs = leaseMs,
    everyMs = forMs / renewals,
  }: { readonly forMs?: number | undefined; readonly everyMs?: number | undefined } = {},
): RenewedLease {
  const lost = new AbortController();
  let isStopped = false;
  let timer = setTimeout(run, everyMs);
  let expiry = setTimeout(lose, forMs);

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    clearTimeout(expiry);
  }

  function lose(): void {
    stop();
    lost.abort();
  }

  function run(): void {
    const askedAt = performance.now();
    renew()
      .then((isOurs) => {
        if (isStopped) return;
        if (!isOurs) {
          lose();
          return;
        }
        clearTimeout(expiry);
        expiry = setTimeout(lose, forMs - (performance.now() - askedAt));
      })
      .catch(() => undefined)
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, everyMs);
      });
  }

  return { signal: lost.signal, stop };
}
