import { accountAddress } from '../address';
import { bytes, i64, struct } from '../codec';
import { defineTransaction, transactionHeader } from '../transaction';
import { atLeast, transferFee } from '../fees';

/**
 * Moves funds from the sender to one account.
 *
 * Wire: 61 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see protocol.md, sections 7.2 and 10
 */
export const sendOne = defineTransaction({
  method: 'send_one',
  type: 0x04,
  body: struct({
    ...transactionHeader,
    recipient: accountAddress,
    /** Units of 10^-11; the node deducts the fee on top of it. */
    amount: i64,
    message: bytes(32),
  }),
  costOf: ({ sender, recipient, amount }) => ({
    amount,
    fee: atLeast(10_000n, transferFee(amount, { sender, recipient })),
  }),
});
