import { accountAddress } from '../address';
import { struct, u16 } from '../codec';
import { defineTransaction, flatFee, transactionHeader } from '../transaction';

/**
 * Sets status bits of an account on the sender's node.
 *
 * Wire: 23 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see protocol.md, sections 7.2, 10 and 17.2
 */
export const setAccountStatus = defineTransaction({
  method: 'set_account_status',
  type: 0x0b,
  body: struct({ ...transactionHeader, account: accountAddress, status: u16 }),
  costOf: flatFee(10_000_000n),
});
