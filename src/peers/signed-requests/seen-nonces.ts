import { LRUCache } from 'lru-cache';
import { roomFor } from '../../platform/process/cache-room';

/** Nonces of requests whose signatures were good. Each process keeps its own: all that a peer may ask for by them is read. */
export interface SeenNonces {
  /** @returns false for a nonce that the account has used before, and for an account that uses too many. */
  note(account: string, nonce: Buffer): boolean;
}

export interface SeenNoncesOptions {
  /** A nonce is kept for as long as its header may be good. */
  readonly keptMs: number;
  readonly most: number;
  /** One account cannot push out those of others. */
  readonly mostOfOne: number;
  readonly now: () => Date;
}

export function createSeenNonces({ keptMs, most, mostOfOne, now }: SeenNoncesOptions): SeenNonces {
  const countOf = new Map<string, number>();
  const seen = new LRUCache<string, string>({
    ...roomFor(most),
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    dispose(account) {
      const left = (countOf.get(account) ?? 1) - 1;
      if (left === 0) countOf.delete(account);
      else countOf.set(account, left);
    },
  });
  return {
    note(account, nonce) {
      const key = `${account} ${nonce.toString('base64')}`;
      if (seen.has(key)) return false;
      // One that is too old may still be there, and counts: an entry that is replaced by its like is not disposed of.
      seen.delete(key);
      if ((countOf.get(account) ?? 0) >= mostOfOne) seen.purgeStale();
      const count = countOf.get(account) ?? 0;
      if (count >= mostOfOne) return false;
      countOf.set(account, count + 1);
      seen.set(key, account);
      return true;
    },
  };
}
