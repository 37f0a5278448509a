import { describe, expect, it } from '@jest/globals';
import { formatAccountAddress, parseAccountAddress } from '../../../sidecar/ledger/address';
import { formatAmount } from '../../../sidecar/ledger/amount';
import { formatHex, parseHex } from '../../../sidecar/ledger/hex';
import { requestTypes } from '../../../sidecar/ledger/requests/index';
import { isSignatureOf, transactionMessage } from '../../../sidecar/ledger/signature';
import { nextAccountHash } from '../../../sidecar/ledger/account-hash';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import documented from '../../vectors/ledger-documented.json';

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly address?: string;
  readonly data?: string;
  readonly signature?: string | null;
  readonly hashin?: string | null;
  readonly hashout?: string | null;
  readonly fee?: string | null;
  readonly deduct?: string | null;
  readonly time?: string | null;
  readonly public_key?: string | null;
  readonly verification: Readonly<Record<string, boolean | null>>;
}

const entries = documented.entries as readonly Entry[];
/** Documentation of protocol version 1, whose get_log is shorter. */
const excluded = new Set(['php_getLog', 'php_getLogEmpty']);
const requests = entries.filter(({ kind, name }) => kind === 'tx' && !excluded.has(name));
const transactions = requests.filter(({ data }) => parseHex(data!)[0]! < 16);
const reads = requests.filter(({ data }) => parseHex(data!)[0]! >= 16);
const addresses = entries.filter(({ kind }) => kind === 'address');

describe('documented examples', () => {
  it('are all used: keys with the signatures, the others here', () => {
    const keys = entries.filter(({ kind }) => kind === 'key');
    expect(
      transactions.length + reads.length + addresses.length + keys.length + excluded.size,
    ).toBe(entries.length);
  });

  it.each(addresses)('$name', ({ address }) => {
    expect(formatAccountAddress(parseAccountAddress(address!))).toBe(address);
  });

  it.each(reads)('$name is read and written again', ({ data, time }) => {
    const type = requestTypes.get(parseHex(data!)[0]!)!;
    const body = type.decode(parseHex(data!));
    expect(formatHex(type.encode(body))).toBe(data);
    expect(body).toMatchObject({ time: Number(time) });
  });

  it.each(transactions)('$name has its price, its signature and its next hash', (entry) => {
    const { data, signature, verification } = entry;
    const parsed = parseTransaction(parseHex(data!));
    expect(formatHex(parsed.wire).slice(0, data!.length)).toBe(data);
    if (entry.fee) expect(formatAmount(parsed.fee)).toBe(entry.fee);
    if (entry.deduct) expect(formatAmount(parsed.amount + parsed.fee)).toBe(entry.deduct);
    if (entry.time) expect(String(parsed.time)).toBe(entry.time);
    if (verification.hashout) {
      const next = nextAccountHash(parseHex(entry.hashin!), parseHex(signature!));
      expect(formatHex(next)).toBe(entry.hashout);
    }
    if (verification.signature) {
      const signed = parsed.wire.subarray(0, parsed.signedBytes);
      const message = transactionMessage(parseHex(entry.hashin!), signed);
      expect(
        isSignatureOf(parseHex(entry.public_key!), { message, signature: parseHex(signature!) }),
      ).toBe(true);
    }
  });
});
