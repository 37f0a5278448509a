import { blockHeader, listedBlockHeader } from '../ledger/block-header';
import type { AccountAddress } from '../ledger/address';
import { decode, encode, struct, u32, type ValueOf } from '../ledger/codec';
import { hashTree, pairHash } from '../ledger/hash-tree';
import { messageLeaves } from '../ledger/message-hash';
import { onChainTransaction } from '../ledger/on-chain-transaction';
import { sha256 } from '../ledger/account-hash';
import type { StoredMessage } from './chain-store';
import { encodeNodeEntries } from './node-entries';
import { nodeKeyOf } from './node-key';
import { settleBlock } from './settlement';
import { withChecksum, type Scene } from './scene';

/** Bytes of a listed header that a block's signature covers: all but the votes. */
const signedHeaderBytes = 176;

const counters = struct({ time: u32, messageCount: u32, nodeCount: u32, dividend: u32 });
const noHash = new Uint8Array(32);
/** The version that the node announces. */
const version = Buffer.from('dev-node'.padEnd(16, '\0'), 'latin1');
const loopback = new Uint8Array([127, 0, 0, 1]);
/** The port that the node announces to peers; this node has none. */
const peerPort = 6510;

export type BlockHeader = ValueOf<typeof blockHeader>;

/** The keys of the voting nodes: this node alone. */
export function vipKeysOf({
  head,
}: Scene): readonly { readonly node: number; readonly publicKey: Uint8Array }[] {
  return [{ node: head.node, publicKey: nodeKeyOf(head).publicKey }];
}

export function vipHashOf(scene: Scene): Uint8Array {
  return vipKeysOf(scene).reduce<Uint8Array>(
    (hash, { publicKey }) => pairHash(hash, publicKey),
    noHash,
  );
}

/** Leaves of a message's tree: its head, then every transaction. */
export function leavesOf(
  { chain, head }: Scene,
  { id, time }: Pick<StoredMessage, 'id' | 'time'>,
): readonly Uint8Array[] {
  const message = { node: head.node, nodeMessageId: id, time };
  return messageLeaves(message, chain.listTransactions(id));
}

/**
 * Publishes what is queued as one message of the open block. From then on the network knows the
 * accounts as this node does.
 */
export function packMessage(scene: Scene): Scene {
  const { store, chain, head, now } = scene;
  // The genesis has announced the node in message 1.
  if (head.messageId > 1) announceNode(scene, head.queued + 1);
  const root = hashTree(leavesOf(scene, { id: head.messageId, time: now }));
  const signature = nodeKeyOf(head).sign(root);
  chain.addMessage({ id: head.messageId, block: head.block, time: now, signature, hash: root });
  for (const user of store.takeTouched()) {
    const address: AccountAddress = { node: head.node, user };
    const record = store.findAccount(user);
    if (record) store.saveNetworkAccount(address, withChecksum(address, record));
  }
  const next = { ...head, messageId: head.messageId + 1, queued: 0, queuedBytes: 0, packedAt: now };
  store.saveHead(next);
  return { ...scene, head: next };
}

/** Announces the node's address in the open message. */
export function announceNode({ chain, head }: Scene, position: number): void {
  chain.addTransaction(
    { message: head.messageId, position },
    encode(onChainTransaction, { kind: 'connection', port: peerPort, ipv4: loopback, version }),
  );
}

/** Closes the open block and opens the next one. */
export function closeBlock(scene: Scene): Scene {
  const { store, chain, head } = scene;
  const messages = chain.listMessages(head.block);
  const log = settleBlock(scene, messages);
  if (messages.length > 0) store.closeBlockAccounts();
  const last = chain.findBlock(head.block - scene.blockSeconds);
  const nodes = last && messages.length === 0 ? last.nodes : encodeNodeEntries(scene);
  const header = headerOf(scene, { messages, nodes });
  const listed = encode(listedBlockHeader, header).subarray(0, signedHeaderBytes);
  chain.addBlock({
    time: head.block,
    header: encode(blockHeader, header),
    signature: nodeKeyOf(head).sign(listed),
    nodes,
    log,
  });
  const next = { ...head, block: head.block + scene.blockSeconds };
  store.saveHead(next);
  return { ...scene, head: next };
}

function headerOf(
  scene: Scene,
  { messages, nodes }: { readonly messages: readonly StoredMessage[]; readonly nodes: Uint8Array },
): BlockHeader {
  const { chain, head, blockSeconds } = scene;
  const previous = chain.findBlock(head.block - blockSeconds);
  const oldHash = previous ? decode(blockHeader, previous.header).nowHash : noHash;
  const counts = {
    time: head.block,
    messageCount: messages.length,
    nodeCount: chain.listNodes().length + 1,
    dividend: 0,
  };
  const nodesHash = sha256(nodes);
  const vipHash = vipHashOf(scene);
  const head0 = sha256(encode(counters, counts));
  const minHash = [nodesHash, vipHash, oldHash].reduce((hash, next) => pairHash(hash, next), head0);
  const messagesHash = hashTree(messages.map(({ hash }) => hash));
  return {
    version: 1,
    ...counts,
    oldHash,
    minHash,
    messagesHash,
    nodesHash,
    vipHash,
    nowHash: pairHash(minHash, messagesHash),
    votesYes: 1,
    votesNo: 0,
    votesTotal: 1,
  };
}
