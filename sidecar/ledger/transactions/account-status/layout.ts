import { accountAddress } from '../../address';
import { struct, u16, type ValueOf } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

const body = struct({ ...transactionHeader, account: accountAddress, status: u16 });

/** Bits of an account's status that are set or cleared. */
export type AccountStatusBody = ValueOf<typeof body>;

const common = { body, costOf: flatFee(10_000_000n) } as const;

/**
 * Sets status bits of an account on the sender's node.
 *
 * Wire: 23 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §7.2, §10, §17.2
 */
export const setAccountStatus = defineTransaction({
  method: 'set_account_status',
  type: 0x0b,
  ...common,
});

/** Clears status bits; otherwise the same as `setAccountStatus`. */
export const unsetAccountStatus = defineTransaction({
  method: 'unset_account_status',
  type: 0x0d,
  ...common,
});
