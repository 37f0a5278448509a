import { describe, expect, it } from '@jest/globals';
import { LedgerDataError } from '../../../sidecar/ledger/errors';
import {
  canonicalHost,
  findAllowedNode,
  parseAllowedNode,
  resolveAllowedNode,
} from '../../../sidecar/node/allowed-nodes';

describe('canonicalHost', () => {
  it.each([
    ['node.example.com', 'node.example.com'],
    ['NODE.Example.COM', 'node.example.com'],
    ['localhost', 'localhost'],
    ['ledger_node-1', 'ledger_node-1'],
    ['192.0.2.7', '192.0.2.7'],
    ['::1', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['2001:DB8::00A', '2001:db8::a'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalHost(text)).toBe(canonical);
  });

  it.each([
    '',
    '.',
    'a..b',
    'node.example.com.',
    '.node.example.com',
    '-node.example.com',
    'node-.example.com',
    'node example.com',
    'node.example.com\n',
    'node.example.com\0',
    'http://node.example.com',
    'user@node.example.com',
    'node.example.com:6511',
    'node.example.com/',
    'node%2eexample.com',
    'nöde.example.com',
    'ｎode.example.com',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.01',
    '1.2.3.4.5',
    'node.0x',
    'fe80::1%eth0',
    '[::1',
    '[127.0.0.1]',
    '[]',
    `${'a'.repeat(64)}.example.com`,
    'a.'.repeat(127) + 'com',
  ])('%j is nothing', (text) => {
    expect(canonicalHost(text)).toBeNull();
  });
});

describe('parseAllowedNode', () => {
  it.each([
    ['node.example.com', { host: 'node.example.com', port: 6511, isPrivate: false }],
    ['Node.Example.com:7000', { host: 'node.example.com', port: 7000, isPrivate: false }],
    ['ledger:6511/private', { host: 'ledger', port: 6511, isPrivate: true }],
    ['8.8.8.8:6511', { host: '8.8.8.8', port: 6511, isPrivate: false }],
    ['127.0.0.1:6511/private', { host: '127.0.0.1', port: 6511, isPrivate: true }],
    ['[2a00::1]:1', { host: '2a00::1', port: 1, isPrivate: false }],
    ['localhost/private', { host: 'localhost', port: 6511, isPrivate: true }],
    ['[fd00::1]/private', { host: 'fd00::1', port: 6511, isPrivate: true }],
  ])('%s', (text, node) => {
    expect(parseAllowedNode(text)).toEqual(node);
  });

  it.each([
    ['nothing', '', 'is not a node'],
    ['port 0', 'node:0', 'is not a node'],
    ['port 65536', 'node:65536', 'is not a node'],
    ['an IPv6 address without brackets', '2a00::1', 'is not a node'],
    ['another word behind it', 'node:1/public', 'is not a node'],
    ['a URL', 'tcp://node:1', 'is not a node'],
    ['a private address that is not said to be', '10.1.2.3:6511', 'write "10.1.2.3:6511/private"'],
    ['loopback that is not said to be', '[::1]:6511', 'write "[::1]:6511/private"'],
    ['localhost that is not said to be', 'localhost:6511', 'write "localhost:6511/private"'],
    ['a name below localhost', 'node.LOCALHOST', 'write "node.LOCALHOST/private"'],
    ['cloud metadata', '169.254.169.254:80/private', 'cannot be the address of a node'],
    ['the unspecified address', '0.0.0.0:6511/private', 'cannot be the address of a node'],
    ['multicast', '[ff02::1]:6511/private', 'cannot be the address of a node'],
    ['link local', '[fe80::1]:6511/private', 'cannot be the address of a node'],
    ['IPv4 inside 6to4', '[2002:7f00:1::]:6511', 'cannot be the address of a node'],
  ])('refuses %s', (_case, text, message) => {
    expect(() => parseAllowedNode(text)).toThrow(LedgerDataError);
    expect(() => parseAllowedNode(text)).toThrow(message);
  });
});

describe('findAllowedNode', () => {
  const nodes = ['one.example:6511', 'two.example:6511', 'two.example:7000'].map(parseAllowedNode);

  it.each([
    [{}, 0],
    [{ host: 'two.example' }, 1],
    [{ port: 7000 }, 2],
    [{ host: 'TWO.example', port: 7000 }, 2],
    [{ host: 'one.example', port: 7000 }, null],
    [{ host: 'three.example' }, null],
    [{ host: '' }, null],
    [{ port: 0 }, null],
    [{ port: -1 }, null],
  ])('%j is entry %p', (wanted, index) => {
    expect(findAllowedNode(nodes, wanted)).toBe(index === null ? null : nodes[index]);
  });
});

describe('resolveAllowedNode', () => {
  const publicNode = parseAllowedNode('node.example:6511');
  const privateNode = parseAllowedNode('node.example:6511/private');

  const never = ['0.0.0.0', '169.254.169.254', '224.0.0.1', '255.255.255.255', '198.18.0.1'];
  const neverIPv6 = ['::', 'fe80::1', 'ff02::1', '2001:db8::1', '2002:7f00:1::', '64:ff9b::7f00:1'];
  const inside = ['127.0.0.1', '127.255.255.255', '10.0.0.1', '172.31.0.1', '192.168.1.1'];
  const insideIPv6 = ['::1', 'fd00::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'];
  const outside = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00::1'];

  const resolveTo = (...addresses: string[]) => ({
    under: async (node: typeof publicNode) => {
      const endpoints = await resolveAllowedNode(node, () => Promise.resolve(addresses));
      return endpoints.map(({ address }) => address);
    },
  });

  it.each([...never, ...neverIPv6, 'not-an-address', 'fe80::1%lo'])(
    '%s leads nowhere',
    async (a) => {
      expect(await resolveTo(a).under(publicNode)).toEqual([]);
      expect(await resolveTo(a).under(privateNode)).toEqual([]);
    },
  );

  it.each([...inside, ...insideIPv6, '100.64.0.1'])('%s only where it is said', async (address) => {
    expect(await resolveTo(address).under(publicNode)).toEqual([]);
    expect(await resolveTo(address).under(privateNode)).toEqual([address]);
  });

  it.each(outside)('%s is public', async (address) => {
    expect(await resolveTo(address).under(publicNode)).toEqual([address]);
  });

  it('keeps the allowed ones of a mixed answer, in order', async () => {
    expect(await resolveTo('10.0.0.1', '2a00::1', '::1', '8.8.8.8').under(publicNode)).toEqual([
      '2a00::1',
      '8.8.8.8',
    ]);
  });

  it('asks nobody about a literal address', async () => {
    const node = parseAllowedNode('[2a00::1]:7000');
    const endpoints = await resolveAllowedNode(node, () => Promise.reject(new Error('asked')));
    expect(endpoints).toEqual([{ address: '2a00::1', family: 6, port: 7000 }]);
  });
});
