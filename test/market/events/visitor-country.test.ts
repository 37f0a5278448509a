import { expect, it } from '@jest/globals';
import { readCountry } from '../../../src/market/events/visitor-country';

const told = (header: string | undefined) =>
  readCountry({
    config: { countryHeader: 'x-country' },
    request: {
      ...{ remoteAddress: '198.51.100.7', userAgent: '', isHead: false },
      headers: { 'x-country': header },
    },
  });

it('a country is two letters, in lower case', () => {
  expect(told('DE')).toBe('de');
  expect(told('np')).toBe('np');
});

it.each([undefined, '', 'D', 'DEU', 'T1', 'XX', 'xx', 'ZZ'])('%p tells no country', (header) => {
  expect(told(header)).toBeNull();
});
