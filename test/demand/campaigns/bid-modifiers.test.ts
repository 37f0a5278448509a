import { describe, expect, it } from '@jest/globals';
import { bidModifierOf, bidModifiersKind } from '../../../src/demand/campaigns/bid-modifiers';

const read = (entries: unknown) => bidModifiersKind.input.safeParse(entries);

const countryOf = (at: number) =>
  String.fromCharCode(97 + Math.floor(at / 26)) + String.fromCharCode(97 + (at % 26));

describe('bid modifiers', () => {
  it.each([
    ['none', []],
    ['one of each kind', ['device:mobile 1.25', 'country:pl 0.5', 'Mo-Fr 09:00-17:00 10']],
    ['the least and the greatest', ['device:tv 0.1', 'device:mobile 10.00']],
    ['hours that overlap', ['Mo-Fr 2', 'Mo-Su 3']],
    ['50 of them', Array.from({ length: 50 }, (_, at) => `country:${countryOf(at)} 1.5`)],
  ])('are %s', (_case, entries) => {
    expect(read(entries).data).toEqual(entries);
  });

  it('are none where null is given', () => {
    expect(read(null).data).toEqual([]);
  });

  it.each([
    ['0', 'device:mobile 0'],
    ['less than a tenth', 'device:mobile 0.09'],
    ['a negative number', 'device:mobile -1'],
    ['more than ten', 'device:mobile 10.01'],
    ['three decimals', 'device:mobile 1.125'],
    ['an exponent', 'device:mobile 1e9'],
    ['no number', 'device:mobile NaN'],
    ['nothing', 'device:mobile'],
    ['no device', 'device: 2'],
    ['another kind', 'browser:chrome 2'],
    ['a country in capitals', 'country:PL 2'],
    ['hour 24', 'Mo-Fr 24:00-25:00 2'],
    ['half an hour', 'Mo-Fr 09:30-10:00 2'],
    ['a multiplier alone', '2'],
    ['a line break', 'device:mobile 2\n'],
  ])('refuse %s', (_case, entry) => {
    expect(read(['country:de 2', entry]).error?.issues).toMatchObject([{ path: [1] }]);
  });

  it('refuse what is no list, and more than 50', () => {
    expect(read('device:mobile 2').success).toBe(false);
    expect(read([7]).success).toBe(false);
    expect(read(Array.from({ length: 51 }, () => 'device:mobile 2')).success).toBe(false);
  });

  it.each([
    ['device', ['device:mobile 1', 'device:mobile 2']],
    ['country', ['country:pl 1', 'country:pl 1.0']],
    ['set of hours', ['Mo-We 2', 'Mo,Tu,We 00:00-24:00 3']],
  ])('refuse a %s twice', (_what, entries) => {
    expect(read(entries).error?.issues).toMatchObject([{ path: [1], message: 'is there twice' }]);
  });

  it('are read to hundredths of the bid', () => {
    expect(['device:tv 0.1', 'country:pl 1.15', 'Tu 01:00-03:00 10'].map(bidModifierOf)).toEqual([
      { of: 'device', value: 'tv', percent: 10 },
      { of: 'country', value: 'pl', percent: 115 },
      { of: 'hours', hours: [25, 26], percent: 1000 },
    ]);
  });
});
