import { describe, expect, it } from '@jest/globals';
import { parseIpAddress } from '../../../src/ip-address';
import { assertPresent } from '../../../src/present';
import { NetworkSetBuilder } from '../../../src/market/network-lists/network-set-builder';
import type { NetworkSet } from '../../../src/market/network-lists/network-set';
import { bytesOfSet, setOfBytes } from '../../../src/market/network-lists/network-set-bytes';

function setOf(networks: readonly string[]) {
  const builder = new NetworkSetBuilder();
  for (const network of networks) builder.add(network);
  return builder.build();
}

function has(networks: NetworkSet, text: string): boolean {
  return networks.has(assertPresent(parseIpAddress(text), 'the text is an address'));
}

describe('a set of networks', () => {
  const table = setOf([
    '198.51.100.0/24',
    '10.0.0.0/8',
    '10.1.0.0/16',
    '192.0.2.7',
    '203.0.113.9/31',
    '2001:db8:a::/48',
    '2001:db8:b::1',
    '::ffff:100.64.0.0/106',
  ]);

  it.each([
    '198.51.100.0',
    '198.51.100.255',
    '10.0.0.0',
    '10.1.2.3',
    '10.255.255.255',
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '203.0.113.8',
    '203.0.113.9',
    '2001:db8:a::',
    '2001:db8:a:ffff:ffff:ffff:ffff:ffff',
    '2001:db8:b::1',
    // The same house's
    '2001:db8:b::2',
    '100.64.0.1',
    '100.127.255.255',
  ])('has %s', (address) => {
    expect(has(table, address)).toBe(true);
  });

  it.each([
    '198.51.99.255',
    '198.51.101.0',
    '9.255.255.255',
    '11.0.0.0',
    '192.0.2.6',
    '192.0.2.8',
    '203.0.113.10',
    '2001:db8:9:ffff::',
    '2001:db8:b:1::',
    '100.128.0.0',
    '::',
  ])('does not have %j', (address) => {
    expect(has(table, address)).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'x/8', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
    'refuses %s',
    (network) => {
      expect(() => setOf([network])).toThrow(`not a network: ${network}`);
    },
  );

  it.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/15'])(
    'refuses %s, which is too much',
    (network) => {
      expect(() => setOf([network])).toThrow(/^larger than \/(8|16): /);
    },
  );

  it('joins networks that overlap or touch', () => {
    const joined = setOf([
      '10.0.0.0/24',
      '10.0.1.0/24',
      '10.0.1.7',
      '10.0.3.0/24',
      '2001:db8::/33',
      '2001:db8:8000::/33',
    ]);
    expect(joined.size).toBe(3);
    expect(has(joined, '10.0.2.0')).toBe(false);
    expect(has(joined, '10.0.3.255')).toBe(true);
  });

  it.each([
    ['none', []],
    ['IPv4 alone', ['10.0.0.0/8']],
    ['both', ['10.0.0.0/8', '2001:db8::/32', '192.0.2.0/31']],
  ])('is the same after it was stored: %s', (_what, networks) => {
    const set = setOf(networks);
    expect(setOfBytes(bytesOfSet(set)).columns).toEqual(set.columns);
  });

  it('of a later form is refused', () => {
    const bytes = bytesOfSet(setOf(['10.0.0.0/8']));
    bytes.writeUInt8(99, 0);
    expect(() => setOfBytes(bytes)).toThrow('form 99, which a later version');
  });

  it('has 200,000 networks in 16 bytes each', () => {
    const builder = new NetworkSetBuilder();
    // Every second address: nothing is joined.
    for (let at = 0; at < 100_000; at += 1) {
      builder.add(toIpv4(0x0b00_0000 + at * 2));
      builder.add(
        `2001:${(at >> 15).toString(16)}:${((at & 0x7fff) * 2).toString(16)}:${(at % 7) * 2}::/64`,
      );
    }
    const set = builder.build();
    expect(set.size).toBe(200_000);
    expect(bytesOfSet(set).length).toBeLessThan(2_500_000);
    expect(has(set, '11.3.13.62')).toBe(true);
    expect(has(set, '11.3.13.63')).toBe(false);
  });

  it('agrees with a linear search on random networks', () => {
    const random = createRandom(7);
    const networks = Array.from({ length: 200 }, () => {
      const length = 8 + random(20);
      return { bits: random(2 ** 32), length };
    });
    const randomTable = setOf(networks.map(({ bits, length }) => `${toIpv4(bits)}/${length}`));
    for (let round = 0; round < 5000; round += 1) {
      const bits = random(2 ** 32);
      const isIn = networks.some(
        (network) => bits >>> (32 - network.length) === network.bits >>> (32 - network.length),
      );
      expect(has(randomTable, toIpv4(bits))).toBe(isIn);
    }
  });
});

function toIpv4(bits: number): string {
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.');
}

/** A small seeded generator (mulberry32): whole numbers below `limit`. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
