import { bytes, struct, u16, u32, type Codec, type Cursor } from './codec';
import { LedgerDataError } from './errors';
import { onChainTransaction, type OnChainTransaction } from './on-chain-transaction';

const messageType = 3;
/** Type byte and length. */
const headBytes = 4;

const fields = struct({ signature: bytes(64), node: u16, nodeMessageId: u32, time: u32 });

/** A node's message: the transactions that it published together. */
export interface NodeMessageContent {
  /** By the node's key. */
  readonly signature: Uint8Array;
  readonly node: number;
  readonly nodeMessageId: number;
  /** Unix seconds. */
  readonly time: number;
  readonly transactions: readonly OnChainTransaction[];
}

/**
 * Wire: type 3 (1 byte), length of everything (3), signature (64), node, number, time, transactions.
 *
 * @see docs/ledger-protocol.md §14
 */
export const nodeMessage: Codec<NodeMessageContent> = {
  minSize: headBytes + fields.minSize,
  sizeOf: (value) =>
    headBytes +
    fields.minSize +
    value.transactions.reduce((total, item) => total + onChainTransaction.sizeOf(item), 0),
  write(value, cursor) {
    const size = nodeMessage.sizeOf(value);
    if (size >= 2 ** 24) throw new LedgerDataError(`a message of ${size} bytes is past 24 bits`);
    u32.write(size * 256 + messageType, cursor);
    fields.write(value, cursor);
    for (const item of value.transactions) onChainTransaction.write(item, cursor);
  },
  read(cursor) {
    const end = cursor.offset + readSize(cursor);
    const head = fields.read(cursor);
    const transactions: OnChainTransaction[] = [];
    while (cursor.offset < end) transactions.push(onChainTransaction.read(cursor));
    if (cursor.offset !== end) throw new LedgerDataError('a message ends inside a transaction');
    return { ...head, transactions };
  },
};

function readSize(cursor: Cursor): number {
  const word = u32.read(cursor);
  if ((word & 0xff) !== messageType) {
    throw new LedgerDataError(`type ${word & 0xff} is not a message`);
  }
  const size = word >>> 8;
  if (size < nodeMessage.minSize) {
    throw new LedgerDataError(`a message cannot have ${size} bytes`);
  }
  return size;
}
