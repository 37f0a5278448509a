import { bytes, struct } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

/**
 * Replaces the key of the sender's account.
 *
 * Wire: 47 bytes. The signature, by the old key, covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §4, §7.2, §10
 */
export const changeAccountKey = defineTransaction({
  method: 'change_account_key',
  type: 0x09,
  body: struct({ ...transactionHeader, publicKey: bytes(32) }),
  costOf: flatFee(10_000_000n),
});
