import { describe, expect, it } from '@jest/globals';
import { parsePayoutAddress } from '../../../src/identity/accounts/payout-address';

describe('payout addresses', () => {
  it.each([
    ['0001-00000001-8B4E', 'ads:0001-00000001-8B4E'],
    ['ADS:0001-00000001-8b4e', 'ads:0001-00000001-8B4E'],
    [
      'eth:0xAbCdEf0123456789aBcDeF0123456789AbCdEf01',
      'eth:0xabcdef0123456789abcdef0123456789abcdef01',
    ],
    ['btc:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'btc:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('%s is stored as %s', (text, expected) => {
    expect(parsePayoutAddress(text)).toBe(expected);
  });

  it.each([
    '',
    'ads:',
    '0001-00000001-0000',
    '0001-00000001-XXXX',
    'doge:D8vFz4p1L37jdg47HXKtSHA5uYLYxbGgPD',
    'eth:short',
    'eth:0x<script>alert(1)</script>x',
    ':',
    'ads:ads:0001-00000001-8B4E',
  ])('%j is none', (text) => {
    expect(parsePayoutAddress(text)).toBeNull();
  });
});
