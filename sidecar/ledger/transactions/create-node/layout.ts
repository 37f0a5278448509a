import { struct } from '../../codec';
import { defineTransaction, transactionHeader } from '../../transaction';

/**
 * Asks the network for a new node.
 *
 * Wire: 15 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const createNode = defineTransaction({
  method: 'create_node',
  type: 0x07,
  body: struct(transactionHeader),
  costOf: () => ({ amount: 100_000_000_000n, fee: 100_000_000_000_000n }),
});
