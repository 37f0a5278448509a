import { createHash } from 'node:crypto';
import { encode, struct, u16, u32 } from './codec';
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
 * @see protocol.md, section 14
 */
export function transactionLeaf(bytes: Uint8Array, name: TransactionName): Uint8Array {
  const leaf = new Uint8Array(createHash('sha256').update(bytes).digest());
  const view = new DataView(leaf.buffer);
  view.setUint16(0, view.getUint16(0, true) ^ name.node, true);
  view.setUint32(4, (view.getUint32(4, true) ^ name.nodeMessageId) >>> 0, true);
  view.setUint16(8, view.getUint16(8, true) ^ name.position, true);
  return leaf;
}

/** Hash of a node's message: root over its head and its transactions. */
export function messageHash(message: NodeMessageContent): Uint8Array {
  const { node, nodeMessageId } = message;
  const head = createHash('sha256').update(encode(messageHead, message)).digest();
  const leaves = message.transactions.map((transaction, index) =>
    transactionLeaf(encode(onChainTransaction, transaction), {
      node,
      nodeMessageId,
      position: index + 1,
    }),
  );
  return hashTree([new Uint8Array(head), ...leaves]);
}
