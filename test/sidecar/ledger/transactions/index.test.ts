import { createPublicKey, verify } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { formatAmount, maxAmount } from '../../../../sidecar/ledger/amount';
import { LedgerDataError } from '../../../../sidecar/ledger/errors';
import { formatHex, parseHex } from '../../../../sidecar/ledger/hex';
import { parseTransaction } from '../../../../sidecar/ledger/parse-transaction';
import { requestTypes } from '../../../../sidecar/ledger/requests/index';
import { transactionTypes } from '../../../../sidecar/ledger/transactions/index';
import { broadcast } from '../../../../sidecar/ledger/transactions/broadcast/layout';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import { sendOne } from '../../../../sidecar/ledger/transactions/send-one/layout';
import recorded from '../../../vectors/transactions.json';

interface Vector {
  readonly name: string;
  readonly method: string;
  readonly data: string;
  readonly signature?: string;
  readonly time?: string;
  readonly deduct?: string;
  readonly fee?: string;
  readonly messageId?: string;
  readonly hashIn?: string;
  readonly publicKey?: string;
}

const vectors: readonly Vector[] = recorded.vectors;
const priced = vectors.filter(({ deduct }) => deduct !== undefined);
const signed = vectors.filter(
  ({ signature, hashIn, publicKey }) => signature && hashIn && publicKey,
);
const oneOfEach = vectors.filter(
  ({ method }, index) => vectors.findIndex((other) => other.method === method) === index,
);

const header = { sender: { node: 1, user: 2 }, messageId: 7, time: 1_795_237_254 };
const payment = {
  ...header,
  recipient: { node: 1, user: 3 },
  amount: 5n,
  message: new Uint8Array(32),
};

describe('recorded transactions', () => {
  it('cover every type of the registry', () => {
    const methods = [...transactionTypes.values()].map(({ method }) => method);
    expect(oneOfEach.map(({ method }) => method).sort()).toEqual(methods.sort());
  });

  it.each(vectors)('decode and encode again: $name', ({ data, method }) => {
    const type = transactionTypes.get(parseHex(data)[0]!)!;
    const again = formatHex(type.encode(type.decode(parseHex(data))));
    expect(type.method).toBe(method);
    expect(again.slice(0, data.length)).toBe(data);
    expect(again.slice(data.length)).toMatch(/^0*$/);
  });

  it.each(priced)(
    'cost what the ledger printed: $name',
    ({ data, deduct, fee, time, messageId }) => {
      const parsed = parseTransaction(parseHex(data));
      expect(formatAmount(parsed.fee)).toBe(fee);
      expect(formatAmount(parsed.amount + parsed.fee)).toBe(deduct);
      expect(String(parsed.time)).toBe(time);
      if (messageId !== undefined) expect(String(parsed.messageId)).toBe(messageId);
    },
  );

  it.each(signed)('are signed over the bytes named: $name', ({ data, signature, ...vector }) => {
    const { wire, signedBytes } = parseTransaction(parseHex(data));
    const x = Buffer.from(parseHex(vector.publicKey!)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const message = Buffer.concat([parseHex(vector.hashIn!), wire.subarray(0, signedBytes)]);
    expect(verify(null, message, key, parseHex(signature!))).toBe(true);
  });
});

describe('exact lengths', () => {
  const lengths = oneOfEach.flatMap(({ method, data }) =>
    [-1, 1].map((extra) => ({ method, data, extra })),
  );

  it.each(lengths)('$method with $extra bytes too many is refused', ({ data, extra }) => {
    const bytes = parseHex(data);
    const changed = new Uint8Array(bytes.length + extra);
    changed.set(bytes.subarray(0, changed.length));
    expect(() => parseTransaction(changed)).toThrow(
      `expected ${bytes.length} bytes, got ${changed.length}`,
    );
  });

  it.each(oneOfEach)('$method cut anywhere else is refused', ({ data }) => {
    const { unsignedBlock } = transactionTypes.get(parseHex(data)[0]!)!;
    const bytes = parseHex(data);
    const optional = unsignedBlock?.filledBy === 'node' ? bytes.length - unsignedBlock.size : null;
    for (let length = 0; length < bytes.length; length += 1) {
      const parse = () => parseTransaction(bytes.subarray(0, length));
      if (length === optional) expect(parse().wire).toHaveLength(bytes.length);
      else expect(parse).toThrow(LedgerDataError);
    }
  });

  it.each([0, 1, 2, 16, 17, 26, 27, 28, 127, 128, 255])('type byte %i is refused', (type) => {
    const data = new Uint8Array(61);
    data[0] = type;
    expect(() => parseTransaction(data)).toThrow(`type ${type} is not a transaction`);
  });

  it('a counter that promises more than comes is refused before anything is read', () => {
    const data = sendMany.encode({ ...header, wires: [] });
    data.set([0xff, 0xff], 15);
    expect(() => parseTransaction(data)).toThrow('expected 917507 bytes, got 17');
  });
});

describe('bytes changed at random', () => {
  /** A small generator of the linear kind: the same numbers in every run. */
  function randomNumbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  it('are refused as ledger data or parsed to exactly what they are', () => {
    const random = randomNumbers(1);
    let parsedCount = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const bytes = parseHex(vectors[random(vectors.length)]!.data);
      const cut = random(4) === 0 ? bytes.slice(0, random(bytes.length + 1)) : bytes;
      for (let change = random(6); change > 0; change -= 1) cut[random(cut.length)] = random(256);
      try {
        const { wire } = parseTransaction(cut);
        expect(wire.subarray(0, cut.length)).toEqual(cut);
        parsedCount += 1;
      } catch (error) {
        if (!(error instanceof LedgerDataError)) throw error;
      }
    }
    expect(parsedCount).toBeGreaterThan(1000);
  });
});

describe('members', () => {
  it('send_one', () => {
    const { data } = vectors.find(({ name }) => name === 'send_one_dry_json_fields')!;
    expect(sendOne.decode(parseHex(data))).toEqual({
      sender: { node: 1, user: 2 },
      messageId: 1,
      time: 1_795_237_254,
      recipient: { node: 1, user: 3 },
      amount: 125_000_000_000n,
      message: new Uint8Array(32),
    });
  });

  it('send_many keeps the order of its wires', () => {
    const { data } = vectors.find(({ name }) => name === 'send_many_mixed')!;
    expect(sendMany.decode(parseHex(data)).wires).toEqual([
      { recipient: { node: 2, user: 0 }, amount: 300_000_003_999n },
      { recipient: { node: 1, user: 2 }, amount: 200_000_001_999n },
    ]);
  });

  it('broadcast', () => {
    const { data } = vectors.find(({ name }) => name === 'broadcast_real')!;
    expect(broadcast.decode(parseHex(data)).message).toEqual(parseHex('01020304050607080900'));
  });

  it.each([
    ['set_account_status_remote', { account: { node: 2, user: 0 }, status: 2 }],
    ['rpc3_unset_status', { account: { node: 1, user: 2 }, status: 2 }],
    ['set_node_status_denied', { node: 1, status: 8 }],
    ['unset_node_status_admin', { node: 1, status: 8 }],
    ['retrieve_funds_remote', { account: { node: 2, user: 0 } }],
    ['create_account_remote_early', { node: 5, user: 0 }],
    ['change_node_key_remote_bad', { node: 7, oldPublicKey: new Uint8Array(32) }],
  ])('%s', (name, members) => {
    const bytes = parseHex(vectors.find((vector) => vector.name === name)!.data);
    expect(transactionTypes.get(bytes[0]!)!.decode(bytes)).toMatchObject(members);
  });
});

describe('values that do not fit', () => {
  it.each([
    ['a message of 31 bytes', { message: new Uint8Array(31) }, 'message: expected 32 bytes'],
    ['a message id past 32 bits', { messageId: 2 ** 32 }, 'messageId: 4294967296 is not'],
    ['a negative time', { time: -1 }, 'time: -1 is not'],
    ['a fractional time', { time: 1.5 }, 'time: 1.5 is not'],
    ['an amount past 64 bits', { amount: 2n ** 63n }, 'amount: 9223372036854775808 is not'],
    [
      'a node past 16 bits',
      { recipient: { node: 65_536, user: 0 } },
      'recipient.node: 65536 is not',
    ],
  ])('send_one refuses %s, and names it', (_case, change, message) => {
    const encode = () => sendOne.encode({ ...payment, ...change });
    expect(encode).toThrow(LedgerDataError);
    expect(encode).toThrow(message);
  });

  it('names the member that ends too soon', () => {
    const cut = sendOne.encode(payment).subarray(0, 20);
    expect(() => sendOne.layout.read(cursorOver(cut))).toThrow('recipient.user: expected');
  });

  function cursorOver(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { bytes, view, offset: 0 };
  }

  it.each([0, 32_001])('broadcast refuses a message of %i bytes', (length) => {
    expect(() => broadcast.encode({ ...header, message: new Uint8Array(length) })).toThrow(
      'expected 1 to 32000 bytes of message',
    );
  });

  it('the longest broadcast passes and costs 1000 units a byte past 32', () => {
    const data = broadcast.encode({ ...header, message: new Uint8Array(32_000) });
    expect(parseTransaction(data).fee).toBe(10_000n + 1000n * 31_968n);
  });

  it.each([
    ['send_one', sendOne.encode({ ...payment, amount: maxAmount })],
    [
      'send_many',
      sendMany.encode({
        ...header,
        wires: Array.from({ length: 3 }, () => ({
          recipient: payment.recipient,
          amount: maxAmount / 2n,
        })),
      }),
    ],
  ])('%s whose amount and fee would wrap is not passed on', (_method, data) => {
    expect(() => parseTransaction(data)).toThrow('past 64 bits');
  });
});

describe('registry', () => {
  it('has one folder per transaction type, or for both directions of one change', () => {
    const folder = join(__dirname, '../../../../sidecar/ledger/transactions');
    const folders = readdirSync(folder).filter((file) => file !== 'index.ts');
    const named = [...transactionTypes.values()].map(({ method }) =>
      method.replace(/^(un)?set_/, '').replaceAll('_', '-'),
    );
    expect([...new Set(named)].sort()).toEqual(folders.sort());
    for (const name of folders) {
      const parts = ['layout.ts', 'rule.ts', 'text.ts', 'transaction.ts'];
      expect(readdirSync(join(folder, name)).sort()).toEqual(parts);
    }
  });

  it('files each type under its own byte', () => {
    expect([...transactionTypes.keys()]).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    for (const [byte, { type }] of transactionTypes) expect(type).toBe(byte);
    expect([...transactionTypes.keys()].filter((byte) => requestTypes.has(byte))).toEqual([]);
  });
});
