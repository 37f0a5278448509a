/** Senders whose requests are being carried out. The number of an account's node is no part of it. */
export interface Locks {
  /** False when the sender has a request under way, or too many senders have. */
  acquire(user: number): boolean;
  release(user: number): void;
}

/** @see docs/ledger-protocol.md §6 */
const maxSenders = 32;

export function createLocks(): Locks {
  const held = new Set<number>();
  return {
    acquire(user) {
      if (held.has(user) || held.size >= maxSenders) return false;
      held.add(user);
      return true;
    },
    release: (user) => void held.delete(user),
  };
}
