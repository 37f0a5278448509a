import { bytes, struct, u16 } from '../../codec';
import { defineTransaction, flatFee, transactionHeader } from '../../transaction';

/**
 * Replaces the key of a node.
 *
 * Wire: 81 bytes. The signature covers `account hash (32) || the first 49`; the last 32 are the
 * node's to fill.
 *
 * @see docs/ledger-protocol.md §7.2, §10
 */
export const changeNodeKey = defineTransaction({
  method: 'change_node_key',
  type: 0x0a,
  body: struct({
    ...transactionHeader,
    /** Zero for the sender's own node. */
    node: u16,
    publicKey: bytes(32),
    oldPublicKey: bytes(32),
  }),
  unsignedBlock: { size: 32, filledBy: 'node' },
  costOf: flatFee(10_000_000_000n),
});
