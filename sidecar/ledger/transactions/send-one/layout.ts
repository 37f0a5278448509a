import { accountAddress, type AccountAddress } from '../../address';
import { bytes, i64, struct } from '../../codec';
import { defineTransaction, transactionHeader } from '../../transaction';
import { atLeast, transferFee } from '../../fees';

/**
 * Moves funds from the sender to one account.
 *
 * Wire: 61 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §7.2, §10
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
  costOf: (body) => ({ amount: body.amount, fee: sendOneFee(body.amount, body) }),
});

/** Fee of moving `amount`, the minimum included. */
export function sendOneFee(
  amount: bigint,
  accounts: { readonly sender: AccountAddress; readonly recipient: AccountAddress },
): bigint {
  return atLeast(10_000n, transferFee(amount, accounts));
}
