import { accountAddress, type AccountAddress } from './address';
import { decode, encode, tagged, u32, type Codec } from './codec';
import { plainReceipt, type TransactionReceipt } from './receipt';

/** The members that every transaction starts with, after its type byte. */
export interface TransactionHeader {
  readonly sender: AccountAddress;
  readonly messageId: number;
  readonly time: number;
}

/** The members of `TransactionHeader` in wire order, to be spread into each type's body. */
export const transactionHeader = {
  sender: accountAddress,
  /** The sender account's current `msid`; the node refuses any other value. */
  messageId: u32,
  /** Unix seconds. */
  time: u32,
} as const;

/** The debit of the sender's account: `amount + fee`, in units of 10^-11. */
export interface TransactionCost {
  readonly amount: bigint;
  readonly fee: bigint;
}

/**
 * A block at the end of the data that the signature does not cover. One that the node fills in may
 * be left out of the data; it is then sent as zeros.
 */
export interface UnsignedBlock {
  readonly size: number;
  readonly filledBy: 'sender' | 'node';
}

/** One kind of transaction: its name in JSON-RPC, its type byte, its layout and its price. */
export interface TransactionType<Body extends TransactionHeader = TransactionHeader> {
  readonly method: string;
  readonly type: number;
  readonly unsignedBlock: UnsignedBlock | null;
  /** Size of each item that the last two bytes of the layout's fixed part count; zero where nothing is. */
  readonly bytesPerItem: number;
  /** Type byte and body, the unsigned block last. */
  readonly layout: Codec<Body>;
  /** Data as it goes over the wire, without the signature. */
  encode(body: Body): Uint8Array;
  /** @throws {LedgerDataError} for another type byte or any length but the exact one. */
  decode(data: Uint8Array): Body;
  costOf(body: Body): TransactionCost;
  /** Encodes a node's answer to an accepted transaction. */
  encodeReceipt(receipt: TransactionReceipt): Uint8Array;
  /** @throws {LedgerDataError} for any length but the exact one */
  decodeReceipt(payload: Uint8Array): TransactionReceipt;
}

/** The body of a transaction type. */
export type BodyOf<T> = T extends TransactionType<infer Body> ? Body : never;

interface TransactionDefinition<Body extends TransactionHeader> {
  readonly method: string;
  readonly type: number;
  readonly body: Codec<Body>;
  readonly unsignedBlock?: UnsignedBlock;
  readonly bytesPerItem?: number;
  readonly receipt?: Codec<TransactionReceipt>;
  costOf(body: Body): TransactionCost;
}

/** Makes a transaction type of its layout; the type byte is put before and checked here. */
export function defineTransaction<Body extends TransactionHeader>(
  definition: TransactionDefinition<Body>,
): TransactionType<Body> {
  const { method, type, body, unsignedBlock = null } = definition;
  const { bytesPerItem = 0, receipt = plainReceipt } = definition;
  const layout = tagged(type, { name: method, layout: body });
  return {
    method,
    type,
    unsignedBlock,
    bytesPerItem,
    layout,
    encode: (value) => encode(layout, value),
    decode: (data) =>
      decode(layout, withNodeBlock(data, { unsignedBlock, fullSize: layout.minSize })),
    costOf: (value) => definition.costOf(value),
    encodeReceipt: (value) => encode(receipt, value),
    decodeReceipt: (payload) => decode(receipt, payload),
  };
}

function withNodeBlock(
  data: Uint8Array,
  { unsignedBlock, fullSize }: { unsignedBlock: UnsignedBlock | null; fullSize: number },
): Uint8Array {
  if (unsignedBlock?.filledBy !== 'node') return data;
  if (data.length !== fullSize - unsignedBlock.size) return data;
  const padded = new Uint8Array(fullSize);
  padded.set(data);
  return padded;
}

/** A fee that does not depend on the transaction's content, and nothing moved. */
export function flatFee(fee: bigint): () => TransactionCost {
  return () => ({ amount: 0n, fee });
}
