import { describe, expect, it } from '@jest/globals';
import {
  crc16,
  formatAccountAddress,
  isAccountAddress,
  parseAccountAddress,
  parseAddressOrUnchecked,
} from '../../../sidecar/ledger/address';
import { LedgerDataError } from '../../../sidecar/ledger/errors';

/** Published in the ledger's documentation and client test suites; see docs/ledger-protocol.md §2. */
const known = [
  ['0000-00000000-313E', 0, 0],
  ['0001-00000000-9B6F', 1, 0],
  ['0001-00000001-8B4E', 1, 1],
  ['0001-00000002-BB2D', 1, 2],
  ['0001-00000005-CBCA', 1, 5],
  ['0002-00000004-3539', 2, 4],
  ['0005-0000047E-41F4', 5, 0x47e],
  ['0015-00000002-3671', 0x15, 2],
  ['00AB-00000A7E-8737', 0xab, 0xa7e],
  ['FFFF-FFFFFFFF-A6E1', 0xffff, 0xffffffff],
] as const;

const refused = [
  ['nothing', ''],
  ['a checksum that does not match', '0001-00000000-9B6E'],
  ['the form without checksum', '0001-00000000-XXXX'],
  ['other separators', '0001_00000000_9B6F'],
  ['a short account', '0001-0000000-9B6F'],
  ['a blank inside a part', ' 001-00000000-9B6F'],
  ['a sign inside a part', '+001-00000000-9B6F'],
  ['a trailing line end', '0001-00000000-9B6F\n'],
  ['a network prefix', 'ads:0001-00000000-9B6F'],
  ['letters past F', '000G-00000000-9B6F'],
] as const;

describe('account address', () => {
  it.each(known)('parses %s', (text, node, user) => {
    expect(parseAccountAddress(text)).toEqual({ node, user });
  });

  it.each(known)('formats %s', (text, node, user) => {
    expect(formatAccountAddress({ node, user })).toBe(text);
  });

  it('takes lower-case digits and writes upper-case ones', () => {
    expect(formatAccountAddress(parseAccountAddress('00ab-00000a7e-8737'))).toBe(
      '00AB-00000A7E-8737',
    );
  });

  it.each(refused)('refuses %s', (_case, text) => {
    expect(() => parseAccountAddress(text)).toThrow(LedgerDataError);
    expect(isAccountAddress(text)).toBe(false);
  });

  it.each(known)('without checksum: %s', (text, node, user) => {
    expect(parseAddressOrUnchecked(text)).toEqual({ node, user });
    expect(parseAddressOrUnchecked(text.replace(/....$/, 'XXXX'))).toEqual({ node, user });
  });

  it.each([
    ...refused.filter(([, text]) => !text.endsWith('XXXX')),
    ['a small xxxx', '0001-00000000-xxxx'],
    ['XXXX and more', '0001-00000000-XXXX\n'],
    ['XXXX too soon', '0001-0000000-XXXX'],
  ])('with or without checksum refuses %s', (_case, text) => {
    expect(() => parseAddressOrUnchecked(text)).toThrow(LedgerDataError);
  });

  it.each([null, undefined, 1, {}, ['0001-00000000-9B6F']])('is not %p', (value) => {
    expect(isAccountAddress(value)).toBe(false);
  });

  it('recognises a good one', () => {
    expect(isAccountAddress('0001-00000002-BB2D')).toBe(true);
  });

  it('has the check value of CRC-16/SPI-FUJITSU', () => {
    expect(crc16(Buffer.from('123456789'))).toBe(0xe5cc);
  });
});
