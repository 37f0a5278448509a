import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { accountRecord } from '../../../sidecar/ledger/account';
import { encode } from '../../../sidecar/ledger/codec';
import { LedgerDataError } from '../../../sidecar/ledger/errors';
import { formatHex, parseHex } from '../../../sidecar/ledger/hex';
import { getBlock } from '../../../sidecar/ledger/requests/get-block';
import { getAccount } from '../../../sidecar/ledger/requests/get-account';
import {
  accountChecksum,
  initialAccountHash,
  nextAccountHash,
} from '../../../sidecar/ledger/account-hash';
import {
  confirmedMessage,
  isSignatureOf,
  transactionMessage,
} from '../../../sidecar/ledger/signature';
import { parseSecret, signingKey } from '../../../sidecar/ledger/signing';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import documented from '../../vectors/ledger-documented.json';
import { exchanges, sessions } from './recordings';

interface DocumentedEntry {
  readonly kind: string;
  readonly name: string;
  readonly phrase?: string | null;
  readonly secret?: string | null;
  readonly public_key?: string | null;
  readonly confirm?: string | null;
}

const keys = (documented.entries as readonly DocumentedEntry[]).filter(
  ({ kind }) => kind === 'key',
);

interface PrintedTransaction {
  readonly data: string;
  readonly signature?: string;
  readonly account_hashin?: string;
  readonly account_hashout?: string;
}

/** Everything printed with an account's hash before and after, of a key that is known. */
const printedWithHashes = sessions.flatMap(({ name, secret, printed }) =>
  (printed ?? []).flatMap((result, index) => {
    const tx = result.tx as PrintedTransaction | undefined;
    if (!secret || !tx?.signature || !tx.account_hashin) return [];
    return [{ name: `${name} #${index}`, secret, ...tx }];
  }),
);

/** Recorded, but not to be made again. */
const excluded = new Map([
  ['amount_case_08 #0', 'amount and fee overflow 64 bits; no such transaction is signed'],
  [
    'change_account_key_then_tx_same_session #2',
    'signed with the old secret and the new public key; the node refuses it with 15',
  ],
]);

const chained = printedWithHashes.filter(({ name }) => !excluded.has(name));

describe('keys', () => {
  it.each(keys)('of documentation: $name', ({ phrase, secret, public_key, confirm }) => {
    const key = parseSecret(secret!);
    expect(formatHex(key.publicKey)).toBe(public_key);
    expect(formatHex(key.sign(confirmedMessage))).toBe(confirm);
    if (phrase) expect(formatHex(parseSecret(phrase).publicKey)).toBe(public_key);
  });

  it('takes hex of either case as the seed and one digit less as a passphrase', () => {
    const hex = 'AB'.repeat(32);
    const seeded = signingKey(parseHex(hex)).publicKey;
    expect(parseSecret(hex.toLowerCase()).publicKey).toEqual(seeded);
    expect(parseSecret(hex.slice(1)).publicKey).not.toEqual(seeded);
  });

  it.each([0, 31, 33, 64])('refuses a seed of %i bytes', (length) => {
    expect(() => signingKey(new Uint8Array(length))).toThrow(LedgerDataError);
  });

  it('refuses an empty secret', () => {
    expect(() => parseSecret('')).toThrow(LedgerDataError);
  });

  it('shows nothing of the secret when printed', () => {
    const secret = 'AB'.repeat(32);
    const shown = inspect(parseSecret(secret), { depth: 9, showHidden: true });
    expect(shown.toUpperCase()).not.toContain(secret);
  });
});

describe('recorded signatures', () => {
  const reads = exchanges.filter(({ type, secret }) => type.kind === 'request' && secret);

  it.each(reads)('of read requests are made again: $name', ({ data, signature, secret }) => {
    const key = parseSecret(secret!);
    expect(formatHex(key.sign(data))).toBe(formatHex(signature));
  });

  it.each(chained)('of printed requests are made again, with the next hash: $name', (vector) => {
    const key = parseSecret(vector.secret);
    const signature = key.sign(messageOf(vector));
    expect(formatHex(signature)).toBe(vector.signature);
    expect(formatHex(nextAccountHash(parseHex(vector.account_hashin!), signature))).toBe(
      vector.account_hashout,
    );
  });

  it.each(chained)('with any byte changed are refused: $name', (vector) => {
    const { publicKey } = parseSecret(vector.secret);
    const message = messageOf(vector);
    const signature = parseHex(vector.signature!);
    expect(isSignatureOf(publicKey, { message, signature })).toBe(true);
    for (const changed of changesOf(signature)) {
      expect(isSignatureOf(publicKey, { message, signature: changed })).toBe(false);
    }
    for (const changed of changesOf(message)) {
      expect(isSignatureOf(publicKey, { message: changed, signature })).toBe(false);
    }
  });

  it.each([0, 63, 65])('of %i bytes are no signatures', (length) => {
    const { publicKey } = parseSecret('x');
    const signature = new Uint8Array(length);
    expect(isSignatureOf(publicKey, { message: confirmedMessage, signature })).toBe(false);
  });

  /** Each byte changed by another amount; of a long message every so many. */
  function* changesOf(bytes: Uint8Array): Iterable<Uint8Array> {
    for (let index = 0; index < bytes.length; index += Math.ceil(bytes.length / 300)) {
      const changed = new Uint8Array(bytes);
      changed[index]! ^= 1 + ((index * 37) % 255);
      yield changed;
    }
  }

  /** Makes the bytes that a signature covers: requests that read alone, transactions behind the account's hash. */
  function messageOf({ data: hex, account_hashin }: (typeof chained)[number]): Uint8Array {
    const data = parseHex(hex);
    if (data[0]! >= 16) return data;
    const { wire, signedBytes } = parseTransaction(data);
    return transactionMessage(parseHex(account_hashin!), wire.subarray(0, signedBytes));
  }
});

describe('hashes of accounts', () => {
  it('a network copy carries the checksum of its record', () => {
    const found = exchanges.filter(({ type, code }) => type.method === 'get_account' && code === 0);
    expect(found.length).toBeGreaterThan(20);
    for (const { data, payload } of found) {
      const request = getAccount.decode(data);
      const { networkAccount } = getAccount.decodeResponse(request, payload);
      const expected = accountChecksum(encode(accountRecord, networkAccount), request.target);
      expect(formatHex(networkAccount.checksum)).toBe(formatHex(expected));
    }
  });

  it('a new account starts with the hash of network and key', () => {
    const seeds = exchanges
      .filter(({ type, code }) => type.method === 'get_block' && code === 0)
      .map(({ data, payload }) => getBlock.decodeResponse(getBlock.decode(data), payload))
      .map(({ nodes }) => nodes[0]!.messageHash);
    const fresh = exchanges
      .filter(({ type, code }) => type.method === 'get_account' && code === 0)
      .map(({ data, payload }) => getAccount.decodeResponse(getAccount.decode(data), payload))
      .filter(({ account }) => account.messageId === 1);
    const matching = fresh.filter(({ account: { publicKey, hash } }) =>
      seeds.some((seed) => formatHex(initialAccountHash(seed, publicKey)) === formatHex(hash)),
    );
    expect(matching.length).toBeGreaterThan(3);
  });
});
