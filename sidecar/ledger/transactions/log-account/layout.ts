import { bytes, struct } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

/**
 * Publishes the sender's account record to the network.
 *
 * Wire: 143 bytes. The signature covers `account hash (32) || the first 15`; the last 128 are the
 * node's to fill.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const logAccount = defineTransaction({
  method: 'log_account',
  type: 0x0f,
  body: struct({ ...transactionHeader, account: bytes(128) }),
  unsignedBlock: { size: 128, filledBy: 'node' },
  costOf: flatFee(10_000_000n),
});
