import { struct, u16, u32 } from '../codec';
import { defineTransaction, flatFee, transactionHeader } from '../transaction';

/**
 * Sets status bits of a node.
 *
 * Wire: 21 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see protocol.md, sections 7.2, 10 and 17.2
 */
export const setNodeStatus = defineTransaction({
  method: 'set_node_status',
  type: 0x0c,
  body: struct({ ...transactionHeader, node: u16, status: u32 }),
  costOf: flatFee(10_000_000n),
});
