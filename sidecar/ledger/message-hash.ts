import { sha256 } from './account-hash';
import { encode, struct, u16, u32, type ValueOf } from './codec';
import { hashTree } from './hash-tree';
import type { TransactionName } from './identifiers';
import type { NodeMessageContent } from './node-message';
import { onChainTransaction } from './on-chain-transaction';

const messageHead = struct({ node: u16, nodeMessageId: u32, time: u32 });

/**
 * Hash of one transaction, tied to its place: node, message and position are mixed into the first
 * bytes of the hash.
 *
 * @param bytes on-chain form
 * @see docs/ledger-protocol.md §14
 */
export function transactionLeaf(bytes: Uint8Array, name: TransactionName): Uint8Array {
  const leaf = sha256(bytes);
  const view = new DataView(leaf.buffer);
  view.setUint16(0, view.getUint16(0, true) ^ name.node, true);
  view.setUint32(4, (view.getUint32(4, true) ^ name.nodeMessageId) >>> 0, true);
  view.setUint16(8, view.getUint16(8, true) ^ name.position, true);
  return leaf;
}

/**
 * Leaves of a message's tree: its head, then every transaction.
 *
 * @param transactions on-chain forms
 */
export function messageLeaves(
  message: ValueOf<typeof messageHead>,
  transactions: readonly Uint8Array[],
): readonly Uint8Array[] {
  return [
    sha256(encode(messageHead, message)),
    ...transactions.map((bytes, index) =>
      transactionLeaf(bytes, { ...message, position: index + 1 }),
    ),
  ];
}

/** Hash of a node's message: root over its head and its transactions. */
export function messageHash(message: NodeMessageContent): Uint8Array {
  const transactions = message.transactions.map((each) => encode(onChainTransaction, each));
  return hashTree(messageLeaves(message, transactions));
}
