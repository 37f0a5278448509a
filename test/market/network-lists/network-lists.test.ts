import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { parseIpAddress } from '../../../src/ip-address';
import dataCenters from '../../../src/market/network-lists/default-data-centers.json';
import proxies from '../../../src/market/network-lists/default-proxies.json';
import { NetworkLists } from '../../../src/market/network-lists/network-lists';
import type { StoredNetworkList } from '../../../src/market/network-lists/network-list.store';
import type { NetworkListKind } from '../../../src/market/network-lists/network-list';
import hosting from '../../vectors/hosting-addresses.json';
import { NetworkSetBuilder } from '../../../src/market/network-lists/network-set-builder';

/** Lists that are stored, by their kinds. */
function listsOf(stored: Partial<Record<NetworkListKind, readonly string[]>>) {
  const reads: string[] = [];
  const list = () =>
    Promise.resolve(
      Object.keys(stored).map((kind) => ({ kind, version: kind }) as StoredNetworkList),
    );
  const findNetworks = (version: string) => {
    reads.push(version);
    const builder = new NetworkSetBuilder();
    for (const network of stored[version as NetworkListKind] ?? []) builder.add(network);
    return Promise.resolve(builder.build());
  };
  const log = pino({ level: 'silent' });
  const added = ['198.18.7.0/24'];
  return { lists: new NetworkLists({ store: { list, findNetworks }, log, added }), reads };
}

describe('lists of networks', () => {
  it('have the clouds that are built in, and what the operator has set', () => {
    const { lists } = listsOf({});
    // Amazon, Google, Microsoft, DigitalOcean, Oracle, OVH, Hetzner
    for (const address of [
      '52.94.76.1',
      '34.64.0.1',
      '20.36.0.1',
      '2a03:b0c0::1',
      '129.146.0.1',
      '51.68.0.1',
      '88.198.0.1',
    ])
      expect([address, lists.findingOf(address)]).toEqual([address, 'data_center']);
    expect(lists.findingOf('198.18.7.9')).toBe('data_center');
    // Tor, ProtonVPN, Mullvad
    for (const address of ['45.128.133.242', '74.118.126.72', '23.234.111.3', '2001:ac8:a:f::f001'])
      expect([address, lists.findingOf(address)]).toEqual([address, 'proxy']);
    for (const address of ['203.0.113.5', '127.0.0.1', '10.1.2.3', '::1', 'x', ''])
      expect([address, lists.findingOf(address)]).toEqual([address, null]);
  });

  it('have built in the share of hosting addresses that the document tells', () => {
    const { lists } = listsOf({});
    const { addresses } = hosting;
    const known = addresses.filter((address) => lists.findingOf(address) === 'data_center');
    expect(addresses).toHaveLength(300);
    expect(known.length).toBeGreaterThanOrEqual(239);
  });

  it('that were imported take the place of what is built in, but for the setting', async () => {
    const { lists } = listsOf({ data_center: ['203.0.113.0/24', '10.0.0.0/8'] });
    await lists.refresh();
    expect(lists.findingOf('203.0.113.5')).toBe('data_center');
    expect(lists.findingOf('52.94.76.1')).toBeNull();
    expect(lists.findingOf('198.18.7.9')).toBe('data_center');
    // Whatever a list says: a trial on one machine earns.
    expect(lists.findingOf('10.1.2.3')).toBeNull();
  });

  it('of proxies that were imported take the place of those that are built in, lists of VPNs do not', async () => {
    const { lists } = listsOf({ vpn: ['203.0.113.0/25'] });
    await lists.refresh();
    expect(lists.findingOf('45.128.133.242')).toBe('proxy');
    const own = listsOf({ proxy: ['203.0.113.128/25'] });
    await own.lists.refresh();
    expect(own.lists.findingOf('45.128.133.242')).toBeNull();
  });

  it('of VPNs and proxies say so, and exempt networks are on no list', async () => {
    const stored = {
      vpn: ['203.0.113.0/25'],
      proxy: ['203.0.113.128/25'],
      exempt: ['203.0.113.7', '52.94.76.1'],
    };
    const { lists } = listsOf(stored);
    await lists.refresh();
    expect(lists.findingOf('203.0.113.1')).toBe('proxy');
    expect(lists.findingOf('203.0.113.200')).toBe('proxy');
    expect(lists.findingOf('203.0.113.7')).toBeNull();
    expect(lists.findingOf('52.94.76.1')).toBeNull();
  });

  it('are read again only where they have changed', async () => {
    const { lists, reads } = listsOf({ vpn: ['203.0.113.0/25'] });
    await lists.refresh();
    await lists.refresh();
    expect(reads).toEqual(['vpn']);
  });
});

describe.each([
  { what: 'data centres', networks: dataCenters.networks, most: 4_000 },
  { what: 'proxies', networks: proxies.networks, most: 2_000 },
])('the built-in list of $what', ({ networks, most }) => {
  it('has networks that are written by their first address, none of them local', () => {
    expect(networks.length).toBeGreaterThan(most);
    for (const network of networks) {
      const [address = '', prefix] = network.split('/');
      const { family, bits } = parseIpAddress(address)!;
      const hostBits = BigInt((family === 4 ? 32 : 128) - Number(prefix));
      expect([network, BigInt(bits) & ((1n << hostBits) - 1n)]).toEqual([network, 0n]);
    }
  });
});
