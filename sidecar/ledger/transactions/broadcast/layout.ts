import { countedBytes, struct } from '../../codec';
import { defineTransaction, transactionHeader } from '../../transaction';

/** The node's own limit on a broadcast message. */
export const maxBroadcastBytes = 32_000;

/**
 * Publishes a message to the whole network.
 *
 * Wire: 17 bytes (the last two are the length), then 1 to 32,000 bytes of message. The signature
 * covers `account hash (32) || all of it`.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const broadcast = defineTransaction({
  method: 'broadcast',
  type: 0x03,
  bytesPerItem: 1,
  body: struct({ ...transactionHeader, message: countedBytes({ min: 1, max: maxBroadcastBytes }) }),
  costOf({ message: { length } }) {
    return { amount: 0n, fee: 10_000n + (length < 32 ? 0n : 1000n * BigInt(length - 32)) };
  },
});
