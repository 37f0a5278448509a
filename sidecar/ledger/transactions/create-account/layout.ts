import { bytes, struct, u16, u32 } from '../../codec';
import { newAccountReceipt } from '../../receipt';
import { defineTransaction, transactionHeader } from '../../transaction';

/**
 * Opens an account on a node.
 *
 * Wire: 53 bytes. The signature covers `account hash (32) || the first 17`; the last 36 (account
 * number and public key) have to be sent all the same, or the account is made with a key of zeros.
 *
 * @see docs/ledger-protocol.md §7.2, §10, §18
 */
export const createAccount = defineTransaction({
  method: 'create_account',
  type: 0x06,
  body: struct({
    ...transactionHeader,
    node: u16,
    /** Zero from a client; the node numbers the account. */
    user: u32,
    publicKey: bytes(32),
  }),
  receipt: newAccountReceipt,
  unsignedBlock: { size: 36, filledBy: 'sender' },
  costOf: ({ sender, node }) => ({
    amount: 20_000_000n,
    fee: node === sender.node ? 100_000_000n : 200_000_000n,
  }),
});
