import { accountAddress } from '../address';
import { struct, u16 } from '../codec';
import { defineTransaction, flatFee, transactionHeader } from '../transaction';

/**
 * Clears status bits of an account on the sender's node.
 *
 * Wire: 23 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see protocol.md, sections 7.2, 10 and 17.2
 */
export const unsetAccountStatus = defineTransaction({
  method: 'unset_account_status',
  type: 0x0d,
  body: struct({ ...transactionHeader, account: accountAddress, status: u16 }),
  costOf: flatFee(10_000_000n),
});
