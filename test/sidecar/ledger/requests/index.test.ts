import { describe, expect, it } from '@jest/globals';
import { accountRecord } from '../../../../sidecar/ledger/account';
import { encode } from '../../../../sidecar/ledger/codec';
import { LedgerDataError } from '../../../../sidecar/ledger/errors';
import { formatHex } from '../../../../sidecar/ledger/hex';
import { requestTypes } from '../../../../sidecar/ledger/requests/index';
import { getAccount } from '../../../../sidecar/ledger/requests/get-account';
import { getAccounts } from '../../../../sidecar/ledger/requests/get-accounts';
import { getBlocks } from '../../../../sidecar/ledger/requests/get-blocks';
import { getLog } from '../../../../sidecar/ledger/requests/get-log';
import { getMessage } from '../../../../sidecar/ledger/requests/get-message';
import { getVipKeys } from '../../../../sidecar/ledger/requests/get-vip-keys';
import { answerAgain, exchanges } from '../recordings';

const answered = exchanges.filter(({ code }) => code === 0);
const smallAnswers = answered.filter(
  ({ type, payload }, index) =>
    payload.length < 1000 &&
    answered.findIndex((other) => other.type.type === type.type && other.payload.length < 1000) ===
      index,
);
const readRequests = exchanges.filter(({ type }) => type.kind === 'request');
const oneOfEach = readRequests.filter(
  ({ type }, index) => readRequests.findIndex((other) => other.type.type === type.type) === index,
);

describe('recorded requests', () => {
  it('cover every type of the registry', () => {
    expect(oneOfEach.map(({ type }) => type.type).sort()).toEqual([...requestTypes.keys()].sort());
  });

  it.each(exchanges)('decode and encode again: $name', ({ type, data }) => {
    const again =
      type.kind === 'request' ? type.encode(type.decode(data)) : type.encode(type.decode(data));
    expect(formatHex(again)).toBe(formatHex(data));
  });

  it.each(oneOfEach)('$name is refused with a byte more or less anywhere', ({ type, data }) => {
    for (let length = 0; length < data.length; length += 1) {
      expect(() => type.decode(data.subarray(0, length))).toThrow(LedgerDataError);
    }
    expect(() => type.decode(new Uint8Array([...data, 0]))).toThrow(
      `expected ${data.length} bytes, got ${data.length + 1}`,
    );
  });

  it.each(oneOfEach)('$name is refused under another type byte', ({ type, data }) => {
    const changed = new Uint8Array(data);
    changed[0] = 0x1b;
    expect(() => type.decode(changed)).toThrow(`type 27 is not ${type.method}`);
  });
});

describe('recorded answers', () => {
  it('cover every type of request', () => {
    const seen = new Set(answered.map(({ type }) => type.type));
    expect([...requestTypes.keys()].filter((type) => !seen.has(type))).toEqual([]);
  });

  it.each(answered)('decode and encode again: $name', (exchange) => {
    expect(formatHex(answerAgain(exchange))).toBe(formatHex(exchange.payload));
  });

  it.each(smallAnswers)('to $name is refused cut anywhere', (exchange) => {
    const { payload } = exchange;
    for (let length = 0; length < payload.length; length += 1) {
      expect(() => answerAgain({ ...exchange, payload: payload.subarray(0, length) })).toThrow(
        LedgerDataError,
      );
    }
  });

  it.each(smallAnswers)('to $name is refused with a byte behind it', (exchange) => {
    const longer = new Uint8Array([...exchange.payload, 0]);
    expect(() => answerAgain({ ...exchange, payload: longer })).toThrow(LedgerDataError);
  });

  it.each(smallAnswers)(
    'to $name with any byte changed is refused or is exactly what it says',
    (exchange) => {
      for (let index = 0; index < exchange.payload.length; index += 1) {
        const payload = new Uint8Array(exchange.payload);
        payload[index]! ^= 0xff;
        let again: Uint8Array;
        try {
          again = answerAgain({ ...exchange, payload });
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerDataError);
          continue;
        }
        expect(formatHex(again)).toBe(formatHex(payload));
      }
    },
  );
});

describe('values that do not fit', () => {
  const sender = { node: 1, user: 2 };

  it.each([
    [
      'a node past 16 bits',
      () => getAccount.encode({ sender, target: { node: 65_536, user: 0 }, time: 0 }),
    ],
    [
      'a user past 32 bits',
      () => getAccount.encode({ sender, target: { node: 0, user: 2 ** 32 }, time: 0 }),
    ],
    ['a time before 1970', () => getAccount.encode({ sender, target: sender, time: -1 })],
    ['a broken time', () => getAccount.encode({ sender, target: sender, time: 1.5 })],
    [
      'no number at all',
      () => getLog.encode({ sender, target: sender, from: Number.NaN, full: 0 }),
    ],
    ['a flag past 8 bits', () => getLog.encode({ sender, target: sender, from: 0, full: 256 })],
    [
      'a hash of 31 bytes',
      () => getVipKeys.encode({ sender, time: 0, vipHash: new Uint8Array(31) }),
    ],
    [
      'a hash of 33 bytes',
      () => getVipKeys.encode({ sender, time: 0, vipHash: new Uint8Array(33) }),
    ],
  ])('%s is refused', (_case, run) => {
    expect(run).toThrow(LedgerDataError);
  });
});

describe('answers that lie about their size', () => {
  const sender = { node: 1, user: 2 };

  it('a list of accounts that ends inside one', () => {
    const body = { sender, time: 0, block: 0, node: 1 };
    const payload = new Uint8Array(4 + 130);
    payload[0] = 130;
    expect(() => getAccounts.decodeResponse(body, payload)).toThrow(LedgerDataError);
  });

  it('a count of four thousand million headers', () => {
    const body = { sender, time: 0, from: 1, to: 2 };
    const payload = new Uint8Array(5).fill(0xff);
    expect(() => getBlocks.decodeResponse(body, payload)).toThrow(LedgerDataError);
  });

  it('a message that says to be shorter than its own head', () => {
    const body = { sender, time: 0, block: 0, node: 1, nodeMessageId: 1 };
    const payload = new Uint8Array(4 + 78);
    payload[4] = 3;
    payload[5] = 10;
    expect(() => getMessage.decodeResponse(body, payload)).toThrow('cannot have 10 bytes');
  });

  it('one account where two belong', () => {
    const record = encode(accountRecord, {
      messageId: 1,
      time: 0,
      publicKey: new Uint8Array(32),
      hash: new Uint8Array(32),
      localChange: 0,
      pairedUser: 0,
      pairedNode: 0,
      status: 0,
      remoteChange: 0,
      balance: 0n,
      checksum: new Uint8Array(32),
    });
    const body = { sender, target: sender, time: 0 };
    expect(() => getAccount.decodeResponse(body, record)).toThrow('expected 256 bytes, got 128');
  });
});
