import { describe, expect, it } from '@jest/globals';
import { readPeerInfo } from '../../../src/peers/discovery/peer-info';
import { strictInfo } from '../strict-server';

const address = '0001-00000004-DBEB';
const url = 'https://demand.example';
const smallest = strictInfo(url, address);
const read = (value: unknown) => readPeerInfo(value, { allowsLoopback: false });

describe('what a server says of itself', () => {
  it('is read from the smallest that servers of the network give', () => {
    expect(read(smallest)).toEqual({
      address,
      problem: null,
      info: {
        ...{ name: 'AdServer', version: '2.9.0', capabilities: ['ADV', 'PUB'] },
        ...{ serverUrl: `${url}/`, panelUrl: `${url}/` },
        inventoryUrl: `${url}/adshares/inventory/list`,
        ...{ adsTxtDomain: 'demand.example', adsTxtRequired: false, joiningFee: 0n },
      },
    });
  });

  it.each<[string, object]>([
    ['with members that nobody knows', { statistics: { users: 'x' }, other: [{}] }],
    ['with null for what may be missing', { adsTxtDomain: null, joiningFee: null, mode: null }],
    ['without capabilities in it', { capabilities: [] }],
    ['in maintenance', { mode: 'maintenance' }],
    ['with a joining fee', { joiningFee: 10_000_000_000_000 }],
    ['with its address in lower case', { adsAddress: address.toLowerCase() }],
    [
      'with its inventory on another host of its domain',
      { inventoryUrl: 'https://list.ads.demand.example/x', adsTxtDomain: 'demand.example' },
    ],
    ['with `www.` in front', { serverUrl: 'https://www.demand.example' }],
  ])('is taken %s', (_case, change) => {
    expect(read({ ...smallest, ...change }).problem).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'no object'],
    ['a text', 'adserver', 'no object'],
    ['null', null, 'no object'],
    ['another module', { ...smallest, module: 'dsp-bridge' }, 'module'],
    ['no name', { ...smallest, name: null }, 'name is missing'],
    ['a name that is a number', { ...smallest, name: 5 }, 'name is no text'],
    ['a name of 1 MB', { ...smallest, name: 'x'.repeat(2 ** 20) }, 'name is no text'],
    ['no version', { ...smallest, version: undefined }, 'version is missing'],
    ['capabilities that are a text', { ...smallest, capabilities: 'ADV' }, 'capabilities'],
    ['another capability', { ...smallest, capabilities: ['ADV', 'X'] }, 'capabilities'],
    ['a relative URL', { ...smallest, panelUrl: '/panel' }, 'panelUrl'],
    ['a script', { ...smallest, panelUrl: 'javascript:alert(1)' }, 'panelUrl'],
    ['a file', { ...smallest, serverUrl: 'file:///etc/passwd' }, 'serverUrl'],
    [
      'a server URL of 129 characters',
      { ...smallest, serverUrl: `${url}/${'x'.repeat(106)}` },
      'serverUrl',
    ],
    ['no privacy page', { ...smallest, privacyUrl: undefined }, 'privacyUrl'],
    ['no inventory', { ...smallest, inventoryUrl: undefined }, 'inventoryUrl'],
    [
      'an inventory without TLS',
      { ...smallest, inventoryUrl: 'http://demand.example/x' },
      'inventoryUrl',
    ],
    [
      'an inventory at a private address',
      { ...smallest, inventoryUrl: 'https://10.0.0.1/x' },
      'inventoryUrl',
    ],
    ['a password', { ...smallest, serverUrl: 'https://a:b@demand.example' }, 'serverUrl'],
    ['no address', { ...smallest, adsAddress: undefined }, 'adsAddress'],
    [
      'an address without a checksum',
      { ...smallest, adsAddress: '0001-00000004-XXXX' },
      'adsAddress',
    ],
    [
      'an address with a wrong checksum',
      { ...smallest, adsAddress: '0001-00000004-DBEC' },
      'adsAddress',
    ],
    ['a fee that is a text', { ...smallest, joiningFee: '5' }, 'joiningFee'],
    ['a fee that is a fraction', { ...smallest, joiningFee: 0.5 }, 'joiningFee'],
    ['a fee below 0', { ...smallest, joiningFee: -1 }, 'joiningFee'],
    ['a fee past 2^53', { ...smallest, joiningFee: 2 ** 60 }, 'joiningFee'],
    ['a mode that is a number', { ...smallest, mode: 5 }, 'mode'],
    ['a server that is not set up', { ...smallest, mode: 'initialization' }, 'not set up'],
    ['ads.txt that is a text', { ...smallest, adsTxtRequired: 'yes' }, 'adsTxtRequired'],
    ['a domain without a dot', { ...smallest, adsTxtDomain: 'example' }, 'is not in example'],
    [
      'a domain that only contains it',
      { ...smallest, inventoryUrl: 'https://demand.example.evil.test/x' },
      'is not in',
    ],
    [
      'a domain that ends like it',
      { ...smallest, inventoryUrl: 'https://evildemand.example/x' },
      'is not in',
    ],
  ])('is refused with %s', (_case, value, problem) => {
    const found = read(value);
    expect(found).toEqual({ address: null, info: null, problem: expect.stringContaining(problem) });
  });

  it('leaves out what would spoil a line of a terminal', () => {
    const found = read({ ...smallest, name: 'Ad\u001b[31m\u202eServer\n' });
    expect(found.info?.name).toBe('Ad[31mServer');
  });

  it.each(['\u200b', ' \n', '\u3164\u2800', '\u0301'])(
    'has its address for a name that nobody sees: %j',
    (name) => {
      expect(read({ ...smallest, name }).info?.name).toBe(address);
    },
  );
});
