import type { BroadcastProof, NetworkNode, Place } from '../ledger/node-rule';
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf, type Row } from './row';

/** A message that this node has published. Its transactions are kept apart. */
export interface StoredMessage {
  readonly id: number;
  /** Unix seconds that its block starts at. */
  readonly block: number;
  /** Unix seconds. */
  readonly time: number;
  readonly signature: Uint8Array;
  readonly hash: Uint8Array;
}

/** A closed block, encoded as the node answers it. */
export interface StoredBlock {
  /** Unix seconds that it starts at. */
  readonly time: number;
  /** 218 bytes. */
  readonly header: Uint8Array;
  /** 64 bytes, over the first 176 of the listed form of the header. */
  readonly signature: Uint8Array;
  /** 128 bytes for each node, from node 0. */
  readonly nodes: Uint8Array;
  readonly log: Uint8Array;
}

/** Transactions, messages, blocks and nodes. */
export interface ChainStore {
  /** @param bytes on-chain form */
  addTransaction(place: Place, bytes: Uint8Array): void;
  findTransaction(place: Place): Uint8Array | null;
  /** On-chain forms by position. */
  listTransactions(message: number): readonly Uint8Array[];
  addBroadcast(place: Place, proof: BroadcastProof): void;
  listBroadcasts(message: number): readonly (Place & BroadcastProof)[];
  addMessage(message: StoredMessage): void;
  findMessage(id: number): StoredMessage | null;
  listMessages(block: number): readonly StoredMessage[];
  lastMessage(): StoredMessage | null;
  addBlock(block: StoredBlock): void;
  findBlock(time: number): StoredBlock | null;
  /** By time, both ends included. */
  listBlocks(params: {
    readonly from: number;
    readonly to: number;
    readonly limit: number;
  }): readonly StoredBlock[];
  saveNode(node: NetworkNode): void;
  /** By number, from 1. */
  listNodes(): readonly NetworkNode[];
}

export function createChainStore(db: DatabaseSync): ChainStore {
  const sql = {
    addTransaction: db.prepare('INSERT INTO transactions VALUES (?, ?, ?)'),
    transaction: db.prepare('SELECT bytes FROM transactions WHERE message = ? AND position = ?'),
    transactions: db.prepare('SELECT bytes FROM transactions WHERE message = ? ORDER BY position'),
    addBroadcast: db.prepare('INSERT INTO broadcasts VALUES (?, ?, ?, ?)'),
    broadcasts: db.prepare('SELECT * FROM broadcasts WHERE message = ? ORDER BY position'),
    addMessage: db.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?)'),
    message: db.prepare('SELECT * FROM messages WHERE id = ?'),
    messages: db.prepare('SELECT * FROM messages WHERE block = ? ORDER BY id'),
    lastMessage: db.prepare('SELECT * FROM messages ORDER BY id DESC LIMIT 1'),
    addBlock: db.prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?)'),
    block: db.prepare('SELECT * FROM blocks WHERE time = ?'),
    blocks: db.prepare('SELECT * FROM blocks WHERE time BETWEEN ? AND ? ORDER BY time LIMIT ?'),
    saveNode: db.prepare(
      'INSERT INTO nodes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET public_key = excluded.public_key, status = excluded.status',
    ),
    nodes: db.prepare('SELECT * FROM nodes ORDER BY id'),
  };
  return {
    addTransaction: ({ message, position }, bytes) =>
      void sql.addTransaction.run(message, position, bytes),
    findTransaction({ message, position }) {
      const row = sql.transaction.get(message, position);
      return row ? bytesOf(row, 'bytes') : null;
    },
    listTransactions: (message) =>
      sql.transactions.all(message).map((row) => bytesOf(row, 'bytes')),
    addBroadcast: ({ message, position }, { inputHash, publicKey }) =>
      void sql.addBroadcast.run(message, position, inputHash, publicKey),
    listBroadcasts: (message) =>
      sql.broadcasts.all(message).map((row) => ({
        message,
        position: Number(row['position']),
        inputHash: bytesOf(row, 'input_hash'),
        publicKey: bytesOf(row, 'public_key'),
      })),
    addMessage: ({ id, block, time, signature, hash }) =>
      void sql.addMessage.run(id, block, time, signature, hash),
    findMessage: (id) => orNull(sql.message.get(id), messageOf),
    listMessages: (block) => sql.messages.all(block).map(messageOf),
    lastMessage: () => orNull(sql.lastMessage.get(), messageOf),
    addBlock: ({ time, header, signature, nodes, log }) =>
      void sql.addBlock.run(time, header, signature, nodes, log),
    findBlock: (time) => orNull(sql.block.get(time), blockOf),
    listBlocks: ({ from, to, limit }) => sql.blocks.all(from, to, limit).map(blockOf),
    saveNode: ({ id, publicKey, status }) => void sql.saveNode.run(id, publicKey, status),
    listNodes: () =>
      sql.nodes.all().map((row) => ({
        id: Number(row['id']),
        publicKey: bytesOf(row, 'public_key'),
        status: Number(row['status']),
      })),
  };
}

const orNull = <Value>(row: Row | undefined, read: (row: Row) => Value): Value | null =>
  row ? read(row) : null;

function messageOf(row: Row): StoredMessage {
  return {
    id: Number(row['id']),
    block: Number(row['block']),
    time: Number(row['time']),
    signature: bytesOf(row, 'signature'),
    hash: bytesOf(row, 'hash'),
  };
}

function blockOf(row: Row): StoredBlock {
  return {
    time: Number(row['time']),
    header: bytesOf(row, 'header'),
    signature: bytesOf(row, 'signature'),
    nodes: bytesOf(row, 'nodes'),
    log: bytesOf(row, 'log'),
  };
}
