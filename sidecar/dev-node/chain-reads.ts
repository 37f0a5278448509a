import { blockHeader, type listedBlockHeader } from '../ledger/block-header';
import { decode, repeated, type ValueOf } from '../ledger/codec';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import { getBlock, nodeEntry } from '../ledger/requests/get-block';
import { getBlocks } from '../ledger/requests/get-blocks';
import { getBroadcast } from '../ledger/requests/get-broadcast';
import { getMessage } from '../ledger/requests/get-message';
import { getMessageList } from '../ledger/requests/get-message-list';
import { getSignatures } from '../ledger/requests/get-signatures';
import { getTransaction } from '../ledger/requests/get-transaction';
import { broadcast } from '../ledger/transactions/broadcast/layout';
import { leavesOf, vipKeysOf } from './blocks';
import type { Place } from '../ledger/node-rule';
import type { StoredBlock } from './chain-store';
import { requireThat } from '../ledger/refusal';
import { ledgerErrorCodes } from '../ledger/errors';
import { hashPath } from './hash-path';
import { defineRead, type ReadRule } from './read-rule';
import type { Scene } from './scene';

/** Headers in one answer. */
const maxHeaders = 2048;
/** Bytes of broadcasts in one answer, as the node has it. */
const maxBroadcastBytes = 10 * 2 ** 20;
const signatureBytes = 64;

const readBlock = defineRead({
  type: getBlock,
  answer({ chain }, { block }) {
    const found = chain.findBlock(block);
    requireThat(found !== null, ledgerErrorCodes.noBlock);
    const header = decode(blockHeader, found.header);
    const nodes = decode(repeated(nodeEntry, header.nodeCount), found.nodes);
    return { ...header, nodes, log: found.log };
  },
});

const readBlocks = defineRead({
  type: getBlocks,
  answer(scene, { from, to }) {
    const { chain, head } = scene;
    requireThat(from === 0 || from >= head.firstBlock, ledgerErrorCodes.blockBeforeStart);
    const last = to === 0 ? head.block : to;
    const found = chain.listBlocks({ from, to: last, limit: maxHeaders + 1 });
    const blocks = found.slice(0, maxHeaders);
    const newest = blocks.at(-1);
    return {
      ...((from === 0 || from === to) && { vipKeys: vipKeysOf(scene) }),
      headers: blocks.map(toListedHeader),
      isMore: found.length > blocks.length ? 1 : 0,
      ...(newest && { signatures: [signatureOf(scene, newest)], newVipKeys: [] }),
    };
  },
});

function toListedHeader({ header }: StoredBlock): ValueOf<typeof listedBlockHeader> {
  return decode(blockHeader, header);
}

function signatureOf({ head }: Scene, { signature }: StoredBlock) {
  return { node: head.node, signature };
}

const readSignatures = defineRead({
  type: getSignatures,
  answer(scene, { block }) {
    const found = scene.chain.findBlock(block);
    requireThat(found !== null, ledgerErrorCodes.noSignatures);
    return { signatures: [signatureOf(scene, found)], forkSignatures: [] };
  },
});

const readMessageList = defineRead({
  type: getMessageList,
  answer({ chain, head }, { block }) {
    const found = chain.findBlock(block);
    requireThat(found !== null, ledgerErrorCodes.noMessageList);
    const messages = chain.listMessages(block);
    return {
      count: messages.length,
      messagesHash: decode(blockHeader, found.header).messagesHash,
      messages: messages.map(({ id, hash }) => ({ node: head.node, nodeMessageId: id, hash })),
    };
  },
});

const readMessage = defineRead({
  type: getMessage,
  answer({ chain, head }, { block, node, nodeMessageId }) {
    const found = node === head.node ? chain.findMessage(nodeMessageId) : null;
    requireThat(found !== null, ledgerErrorCodes.badLength);
    requireThat(block === 0 || block === found.block, ledgerErrorCodes.badLength);
    const transactions = chain
      .listTransactions(found.id)
      .map((bytes) => decode(onChainTransaction, bytes));
    const { signature, time } = found;
    return { block: found.block, message: { signature, node, nodeMessageId, time, transactions } };
  },
});

const readTransaction = defineRead({
  type: getTransaction,
  answer(scene, { node, nodeMessageId, position }) {
    const { chain, head } = scene;
    const message = node === head.node ? chain.findMessage(nodeMessageId) : null;
    const block = message && chain.findBlock(message.block);
    requireThat(message !== null && block !== null, ledgerErrorCodes.transactionNotReady);
    const messages = chain.listMessages(block.time);
    const index = messages.findIndex(({ id }) => id === message.id);
    requireThat(index >= 0, ledgerErrorCodes.noHashTree);
    const place: Place = { message: nodeMessageId, position };
    const transaction = chain.findTransaction(place);
    const leaves = leavesOf(scene, message);
    const leaf = leaves[position];
    requireThat(transaction !== null && leaf !== undefined, ledgerErrorCodes.noSuchPosition);
    const hashes = [
      leaf,
      ...hashPath(leaves, position),
      ...hashPath(
        messages.map(({ hash }) => hash),
        index,
      ),
      decode(blockHeader, block.header).minHash,
    ];
    return {
      block: block.time,
      nodeMessageId,
      node,
      position,
      size: transaction.length,
      hashCount: hashes.length,
      transaction,
      hashes,
    };
  },
});

const readBroadcasts = defineRead({
  type: getBroadcast,
  answer({ chain, head, blockSeconds }, { block }) {
    const lastBlock = head.block - blockSeconds;
    const wanted = block === 0 ? lastBlock : block;
    requireThat(wanted <= lastBlock, ledgerErrorCodes.broadcastNotReady);
    let size = 0;
    const broadcasts = chain
      .listMessages(wanted)
      .flatMap(({ id }) => chain.listBroadcasts(id))
      .map(({ message, position, inputHash, publicKey }) => {
        const bytes = chain.findTransaction({ message, position });
        if (!bytes) throw new Error('a broadcast is a transaction of its message');
        const end = bytes.length - signatureBytes;
        size += bytes.length;
        return {
          transaction: broadcast.decode(bytes.subarray(0, end)),
          signature: bytes.subarray(end),
          inputHash,
          publicKey,
          nodeMessageId: message,
          position,
          isWithin: size <= maxBroadcastBytes,
        };
      });
    return { block: wanted, lastBlock, broadcasts: broadcasts.filter(({ isWithin }) => isWithin) };
  },
});

/** Reads of messages, transactions and blocks. */
export const chainReads: readonly ReadRule[] = [
  readBlock,
  readBlocks,
  readSignatures,
  readMessageList,
  readMessage,
  readTransaction,
  readBroadcasts,
];
