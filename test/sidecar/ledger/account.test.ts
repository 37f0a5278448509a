import { describe, expect, it } from '@jest/globals';
import { accountRecord, formatAccount, type AccountRecord } from '../../../sidecar/ledger/account';
import { blockTime } from '../../../sidecar/ledger/block';
import { decode, encode } from '../../../sidecar/ledger/codec';
import { LedgerDataError, ledgerErrorText } from '../../../sidecar/ledger/errors';
import { formatHex, formatHexNumber, parseHex } from '../../../sidecar/ledger/hex';
import { formatTransactionName } from '../../../sidecar/ledger/identifiers';
import { createAccount } from '../../../sidecar/ledger/transactions/create-account/layout';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import recorded from '../../vectors/send-again.json';

const { response, printed } = recorded.sessions.find(({ name }) => name === 'send_again_ok')!;
const recordBytes = parseHex(response.slice(16, 16 + 256));
const record: AccountRecord = decode(accountRecord, recordBytes);
const address = { node: 1, user: 2 };

describe('account record', () => {
  it('is 128 bytes that come back the same', () => {
    expect(accountRecord.minSize).toBe(128);
    expect(encode(accountRecord, record)).toEqual(recordBytes);
  });

  it('prints as the ledger client does, in its order', () => {
    expect(JSON.stringify(formatAccount(address, record))).toBe(JSON.stringify(printed.account));
  });

  it.each([
    ['no pair', { pairedNode: 0, pairedUser: 0 }, undefined],
    ['itself', { pairedNode: 1, pairedUser: 2 }, undefined],
    ['another account', { pairedNode: 1, pairedUser: 5 }, '0001-00000005-CBCA'],
    ['an account of no node', { pairedNode: 0, pairedUser: 5 }, ''],
  ])('names the pair: %s', (_case, pair, paired) => {
    expect(formatAccount(address, { ...record, ...pair }).paired_address).toBe(paired);
  });
});

describe('receipt', () => {
  const payload = parseHex(response.slice(16));

  it('is read with its place in the node’s message', () => {
    const receipt = sendOne.decodeReceipt(payload);
    expect(receipt).toEqual({ account: record, nodeMessageId: 5, position: 1 });
    expect(formatTransactionName({ ...receipt, node: 1 })).toBe('0001:00000005:0001');
  });

  it.each([
    ['send_one', sendOne, 1],
    ['send_one', sendOne, -1],
    ['create_account', createAccount, 0],
    ['create_account', createAccount, 5],
  ])('of %s is refused with other than its bytes', (_method, type, extra) => {
    const changed = new Uint8Array(payload.length + extra);
    expect(() => type.decodeReceipt(changed)).toThrow(LedgerDataError);
  });
});

describe('hex', () => {
  it('is read in either case and written in upper case', () => {
    expect(formatHex(parseHex('00aBfF'))).toBe('00ABFF');
    expect(formatHexNumber(0x2a, 4)).toBe('002A');
  });

  it.each(['0', '0x00', 'zz', ' 00', '00 ', '0 0', '００'])('%j is refused', (text) => {
    expect(() => parseHex(text)).toThrow(LedgerDataError);
  });
});

describe('block time', () => {
  it.each([
    [1_795_236_864, 1_795_236_864],
    [1_795_237_375, 1_795_236_864],
    [1_795_237_376, 1_795_237_376],
  ])('%i falls into block %i', (time, block) => {
    expect(blockTime(time)).toBe(block);
  });
});

describe('ledgerErrorText', () => {
  it('has the ledger’s text for every number it defines, and says so of others', () => {
    for (let code = 1; code <= 62; code += 1) expect(ledgerErrorText(code)).not.toMatch(/^Unknown/);
    expect(ledgerErrorText(15)).toBe('Wrong signature');
    expect(ledgerErrorText(63)).toBe('Unknown ledger error 63');
  });
});
