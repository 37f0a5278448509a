import { struct, u16, u32 } from '../codec';
import { defineTransaction, flatFee, transactionHeader } from '../transaction';

/**
 * Clears status bits of a node.
 *
 * Wire: 21 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see protocol.md, sections 7.2, 10 and 17.2
 */
export const unsetNodeStatus = defineTransaction({
  method: 'unset_node_status',
  type: 0x0e,
  body: struct({ ...transactionHeader, node: u16, status: u32 }),
  costOf: flatFee(10_000_000n),
});
