import { describe, expect, it } from '@jest/globals';
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
