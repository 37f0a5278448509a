import { struct, u16, u32, type ValueOf } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

const body = struct({ ...transactionHeader, node: u16, status: u32 });

/** Bits of a node's status that are set or cleared. */
export type NodeStatusBody = ValueOf<typeof body>;

const common = { body, costOf: flatFee(10_000_000n) } as const;

/**
 * Sets status bits of a node.
 *
 * Wire: 21 bytes. The signature covers `account hash (32) || these bytes`.
 *
 * @see docs/ledger-protocol.md §7.2, §10, §17.2
 */
export const setNodeStatus = defineTransaction({
  method: 'set_node_status',
  type: 0x0c,
  ...common,
});

/** Clears status bits; otherwise the same as `setNodeStatus`. */
export const unsetNodeStatus = defineTransaction({
  method: 'unset_node_status',
  type: 0x0e,
  ...common,
});
