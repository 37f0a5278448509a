import { describe, expect, it } from '@jest/globals';
import { AmountWriter } from '../../../panel/parts/write-amount';

const plain = (text: string) => text.replace(/\s/g, ' ');

describe('an amount', () => {
  const writer = new AmountWriter('en-US');

  it.each([
    ['0', '$0', '$0'],
    ['0.00', '$0', '$0'],
    ['1234.5', '$1,234.50', '$1,234.50'],
    ['1.00499999999', '$1.00', '$1.00499999999'],
    ['0.05', '$0.05', '$0.05'],
    ['0.5', '$0.50', '$0.50'],
    ['0.1', '$0.10', '$0.10'],
    ['0.00123456', '$0.00123', '$0.00123456'],
    ['0.00000000001', '$0.00000000001', '$0.00000000001'],
    ['-0.001', '−$0.001', '−$0.001'],
    ['-12', '−$12.00', '−$12.00'],
  ])('%s is %s, and exactly %s', (amount, short, exact) => {
    expect(writer.short(amount, 'USD')).toBe(short);
    expect(writer.exact(amount, 'USD')).toBe(exact);
  });

  it('of coins is written alike', () => {
    expect(writer.short('-1234.5678', 'coins')).toBe('−1,234.57');
    expect(writer.exact('1234.5678', 'coins')).toBe('1,234.5678');
  });

  it('is written the way of its locale, with all digits that no float holds', () => {
    const german = new AmountWriter('de-DE');
    expect(plain(german.short('-1200.5', 'USD'))).toBe('−1.200,50 $');
    expect(german.exact('92233720.36854775807', 'coins')).toBe('92.233.720,36854775807');
  });
});
