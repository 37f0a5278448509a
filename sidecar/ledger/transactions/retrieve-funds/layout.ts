import { accountAddress } from '../../address';
import { struct } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

/**
 * Claims the funds of the sender's account on a node that has gone away.
 *
 * Wire: 21 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const retrieveFunds = defineTransaction({
  method: 'retrieve_funds',
  type: 0x08,
  body: struct({ ...transactionHeader, account: accountAddress }),
  costOf: flatFee(1_000_000n),
});
