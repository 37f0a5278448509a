import { struct, u16, u32, u8 } from './codec';

const transactionId = struct({ message: u32, node: u16, position: u16 });

/** Type bytes of the records that a block's log is made of. */
export const blockRecords = {
  accountFailed: 3,
  nodeStatusSet: 5,
  nodeStatusUnset: 6,
  nodeCreated: 7,
};

/**
 * The outcome of a request for an account or a node: 15 bytes.
 * @see docs/ledger-protocol.md §14
 */
export const requestRecord = struct({ type: u8, user: u32, node: u16, id: transactionId });

/** Bits of a node that were changed: 15 bytes. */
export const nodeStatusRecord = struct({ type: u8, node: u16, status: u32, id: transactionId });
