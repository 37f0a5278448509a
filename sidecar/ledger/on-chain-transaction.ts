import { accountAddress } from './address';
import {
  bytes,
  encode,
  struct,
  tagged,
  u16,
  u32,
  type Codec,
  type Cursor,
  type ValueOf,
} from './codec';
import { LedgerDataError } from './errors';
import { transactionTypes } from './transactions/index';
import type { TransactionType } from './transaction';

/** A node says where it listens; every message of a node ends with it. */
const connection = tagged(1, {
  name: 'connection',
  layout: struct({ port: u16, ipv4: bytes(4), version: bytes(16) }),
});

/** A node confirms an account that another node asked for. */
const accountCreated = tagged(2, {
  name: 'account_created',
  layout: struct({
    account: accountAddress,
    messageId: u32,
    time: u32,
    target: accountAddress,
    publicKey: bytes(32),
  }),
});

/** Something inside a node's message, as it is hashed and kept. */
export type OnChainTransaction =
  | {
      readonly kind: 'transaction';
      /** As sent by the client: data, then the unsigned block. */
      readonly data: Uint8Array;
      readonly signature: Uint8Array;
    }
  | ({ readonly kind: 'connection' } & ValueOf<typeof connection>)
  | ({ readonly kind: 'account_created' } & ValueOf<typeof accountCreated>)
  | {
      /** In the place of a transaction that has failed. */
      readonly kind: 'empty';
      /** Type 0, the length of everything (3 bytes), and bytes without a meaning. */
      readonly bytes: Uint8Array;
    };

const signature = bytes(64);

/**
 * One transaction in a message: data, additional part, signature; for the types with a block that the
 * signature does not cover the signature stands before this block.
 *
 * @see docs/ledger-protocol.md §14
 */
export const onChainTransaction: Codec<OnChainTransaction> = {
  minSize: 1,
  sizeOf(value) {
    switch (value.kind) {
      case 'transaction':
        return value.data.length + signature.minSize;
      case 'connection':
        return connection.minSize;
      case 'account_created':
        return accountCreated.minSize;
      case 'empty':
        return value.bytes.length;
      default:
        return value satisfies never;
    }
  },
  write(value, cursor) {
    switch (value.kind) {
      case 'transaction': {
        const signed = value.data.length - (typeOf(value.data[0]).unsignedBlock?.size ?? 0);
        bytes(signed).write(value.data.subarray(0, signed), cursor);
        signature.write(value.signature, cursor);
        bytes(value.data.length - signed).write(value.data.subarray(signed), cursor);
        return;
      }
      case 'connection':
        connection.write(value, cursor);
        return;
      case 'account_created':
        accountCreated.write(value, cursor);
        return;
      case 'empty':
        bytes(value.bytes.length).write(value.bytes, cursor);
        return;
      default:
        value satisfies never;
    }
  },
  read(cursor) {
    const tag = cursor.bytes[cursor.offset];
    if (tag === 0) return { kind: 'empty', bytes: readEmpty(cursor) };
    if (tag === 1) return { kind: 'connection', ...connection.read(cursor) };
    if (tag === 2) return { kind: 'account_created', ...accountCreated.read(cursor) };
    const { layout, unsignedBlock } = typeOf(tag);
    if (!unsignedBlock) {
      const data = encode(layout, layout.read(cursor));
      return { kind: 'transaction', data, signature: signature.read(cursor) };
    }
    const signed = bytes(layout.minSize - unsignedBlock.size).read(cursor);
    const found = signature.read(cursor);
    const block = bytes(unsignedBlock.size).read(cursor);
    return {
      kind: 'transaction',
      data: new Uint8Array(Buffer.concat([signed, block])),
      signature: found,
    };
  },
};

/** A length below the one of type and length is not said: the entry is these alone. */
function readEmpty(cursor: Cursor): Uint8Array {
  const start = cursor.offset;
  const size = Math.max(u32.read(cursor) >>> 8, u32.minSize);
  cursor.offset = start;
  return bytes(size).read(cursor);
}

function typeOf(tag: number | undefined): TransactionType {
  const type = tag === undefined ? undefined : transactionTypes.get(tag);
  if (!type) throw new LedgerDataError(`type ${tag ?? 'missing'} is not in messages`);
  return type;
}
