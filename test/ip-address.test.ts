import { describe, expect, it } from '@jest/globals';
import { createAddressTable } from '../src/market/events/address-table';
import { dataCentreNetworks } from '../src/market/events/data-centre-networks';
import {
  isLocalAddress,
  isLoopback,
  parseIpAddress,
  readForwardedAddress,
  truncateIpAddress,
} from '../src/ip-address';

describe('readForwardedAddress', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77'],
    ['203.0.113.77:1', '203.0.113.77'],
    ['203.0.113.77:65535', '203.0.113.77'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:5678', '2001:db8::1'],
    ['::ffff:203.0.113.77', '::ffff:203.0.113.77'],
    ['[::ffff:203.0.113.77]:5678', '::ffff:203.0.113.77'],
  ])('reads %s as %s', (node, address) => {
    expect(readForwardedAddress(node)).toBe(address);
  });

  it.each([
    ...[
      '',
      'unknown',
      '_hidden',
      'localhost',
      ':80',
      '[]',
      '[]:80',
      '[2001:db8::1',
      '2001:db8::1]',
    ],
    ...[
      '203.0.113.77:',
      '203.0.113.256:80',
      '203.0.113.77:123456',
      '203.0.113.77:a',
      '[203.0.113.77]:80',
    ],
    ...[
      '[2001:db8::1]:',
      '[2001:db8::1]80',
      '[2001:db8::1]:a',
      '203.0.113.77, 203.0.113.78',
      ' 203.0.113.77',
    ],
  ])('reads no address in %j', (node) => {
    expect(readForwardedAddress(node)).toBeNull();
  });
});

describe('truncateIpAddress', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['255.255.255.255', '255.255.255.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['::ffff:cb00:714d', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0::'],
  ])('cuts %s to %s', (address, network) => {
    expect(truncateIpAddress(address)).toBe(network);
  });

  it.each(['', 'localhost', '1.2.3', '1.2.3.256', '1:2:3', '::1::2', '12345::'])(
    'finds no network in %j',
    (text) => {
      expect(truncateIpAddress(text)).toBeNull();
    },
  );
});

describe('isLocalAddress', () => {
  it.each(['127.0.0.0', '10.1.2.0', '172.31.0.9', '192.168.7.0', '::1', '0:0:0::', 'fe80::1%eth0'])(
    'knows %s for a local one, or one of a house',
    (text) => {
      expect(isLocalAddress(text)).toBe(true);
    },
  );
  it.each(['::ffff:127.0.0.1', '::ffff:7f00:1', 'fd12:3456:789a::'])('and %s', (text) => {
    expect(isLocalAddress(text)).toBe(true);
  });
  it.each(['203.0.113.0', '172.32.0.0', '::ffff:cb00:714d', '2001:db8:0::', 'localhost', ''])(
    'and %j for none',
    (text) => {
      expect(isLocalAddress(text)).toBe(false);
    },
  );
});

describe('isLoopback', () => {
  it.each([
    '127.0.0.0',
    '127.0.0.1',
    '127.255.255.255',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
  ])('takes %s for this machine', (text) => {
    expect(isLoopback(text)).toBe(true);
  });
  it.each([
    '127.0.0.1.example',
    '127.1',
    '126.255.255.255',
    '128.0.0.1',
    '10.0.0.1',
    '::',
    '::2',
    '::1%lo',
    '[::1]',
    '::ffff:128.0.0.1',
    'localhost',
    '',
  ])('does not take %j for it', (text) => {
    expect(isLoopback(text)).toBe(false);
  });
});

describe('parseIpAddress', () => {
  it.each([
    ['1.2.3.4', 4, 0x01020304],
    ['255.255.255.255', 4, 0xffffffff],
    ['2001:db8::8:800:200c:417a', 6, 0x20010db80000000000080800200c417an],
    ['::', 6, 0n],
    ['64:ff9b::192.0.2.33', 6, 0x0064ff9b0000000000000000c0000221n],
    ['1:2:3:4:5:6:7::', 6, 0x00010002000300040005000600070000n],
  ])('reads %s', (text, family, bits) => {
    expect(parseIpAddress(text)).toEqual({ family, bits });
  });
});

describe('createAddressTable', () => {
  const table = createAddressTable([
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
    '100.64.0.1',
    '100.127.255.255',
  ])('has %s', (address) => {
    expect(table.has(address)).toBe(true);
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
    '2001:db8:b::',
    '2001:db8:b::2',
    '100.128.0.0',
    '::',
    '',
    'example.com',
  ])('does not have %j', (address) => {
    expect(table.has(address)).toBe(false);
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'x/8', '10.0.0.0/', '10.0.0.0/8/8', '::/129', '10.0.0.0/-1'])(
    'refuses %s',
    (network) => {
      expect(() => createAddressTable([network])).toThrow(`not a network: ${network}`);
    },
  );

  it('agrees with a linear search on random networks', () => {
    const random = createRandom(7);
    const networks = Array.from({ length: 200 }, () => {
      const length = 8 + random(20);
      return { bits: random(2 ** 32), length };
    });
    const randomTable = createAddressTable(
      networks.map(({ bits, length }) => `${toIpv4(bits)}/${length}`),
    );
    for (let round = 0; round < 5000; round += 1) {
      const bits = random(2 ** 32);
      const isIn = networks.some(
        (network) => bits >>> (32 - network.length) === network.bits >>> (32 - network.length),
      );
      expect(randomTable.has(toIpv4(bits))).toBe(isIn);
    }
  });
});

describe('dataCentreNetworks', () => {
  it('can all be read, and are all written by their first address', () => {
    for (const network of dataCentreNetworks) {
      const [address = '', prefix] = network.split('/');
      const { family, bits } = parseIpAddress(address)!;
      const hostBits = BigInt((family === 4 ? 32 : 128) - Number(prefix));
      expect([network, BigInt(bits) & ((1n << hostBits) - 1n)]).toEqual([network, 0n]);
    }
  });

  it('hold no private, loopback or documentation addresses', () => {
    const table = createAddressTable(dataCentreNetworks);
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '::1',
      '203.0.113.5',
    ])
      expect([address, table.has(address)]).toEqual([address, false]);
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
