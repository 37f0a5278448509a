import { BlockList } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { readRelayConfig } from '../../../sidecar/relay/config';
import { ConfigError } from '../../../sidecar/rpc/settings';

const nodes = { ADGATE_RELAY_NODES: 'node.example.com' };

describe('readRelayConfig', () => {
  it('has defaults for all but the nodes', () => {
    expect(readRelayConfig({ ...nodes, PATH: '/bin', ADGATE_DATA_DIR: '/data' })).toEqual({
      host: '127.0.0.1',
      port: 6868,
      callsPerMinute: 600,
      trustedProxies: expect.any(BlockList),
      nodes: [{ host: 'node.example.com', port: 6511, isPrivate: false }],
      logLevel: 'info',
    });
  });

  it('reads every setting', () => {
    const config = readRelayConfig({
      ADGATE_RELAY_NODES: ' one.example:1, two.example:2/private\n[2a00::1] ',
      ADGATE_RELAY_HOST: '0.0.0.0',
      ADGATE_RELAY_PORT: '0',
      ADGATE_RELAY_RATE_LIMIT: '9',
      ADGATE_RELAY_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      ADGATE_RELAY_LOG_LEVEL: 'silent',
    });
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      callsPerMinute: 9,
      trustedProxies: expect.any(BlockList),
      nodes: [
        { host: 'one.example', port: 1, isPrivate: false },
        { host: 'two.example', port: 2, isPrivate: true },
        { host: '2a00::1', port: 6511, isPrivate: false },
      ],
      logLevel: 'silent',
    });
  });

  it('believes proxies in the ranges named, and no others', () => {
    const { trustedProxies } = readRelayConfig({
      ...nodes,
      ADGATE_RELAY_TRUSTED_PROXIES: '10.0.0.0/8 ::1',
    });
    expect(trustedProxies.check('10.200.3.4', 'ipv4')).toBe(true);
    expect(trustedProxies.check('::1', 'ipv6')).toBe(true);
    expect(trustedProxies.check('11.0.0.1', 'ipv4')).toBe(false);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a limit that is no number',
      { ...nodes, ADGATE_RELAY_RATE_LIMIT: '1.5' },
      'ADGATE_RELAY_RATE_LIMIT',
    ],
    [
      'a range with too many bits',
      { ...nodes, ADGATE_RELAY_TRUSTED_PROXIES: '10.0.0.0/33' },
      'ADGATE_RELAY_TRUSTED_PROXIES',
    ],
    [
      'a proxy by name',
      { ...nodes, ADGATE_RELAY_TRUSTED_PROXIES: 'proxy.example' },
      'ADGATE_RELAY_TRUSTED_PROXIES',
    ],
    ...['10.0.0.0/', '10.0.0.0/0x8', '::/', '10.0.0.0/8/8', '10.0.0.0/1e1'].map(
      (range): [string, Record<string, string>, string] => [
        `a range whose bits are no number: ${range}`,
        { ...nodes, ADGATE_RELAY_TRUSTED_PROXIES: range },
        `"${range}" is not an address or a CIDR range`,
      ],
    ),
    [
      'the secret of a wallet in its environment',
      { ...nodes, ADGATE_WALLET_SECRET: 'a' },
      'ADGATE_WALLET_SECRET is set: a relay must hold no key, start it without',
    ],
    ['no nodes', {}, 'ADGATE_RELAY_NODES is empty'],
    ['an empty list of nodes', { ADGATE_RELAY_NODES: ' , ' }, 'ADGATE_RELAY_NODES is empty'],
    [
      'a node that is none',
      { ADGATE_RELAY_NODES: 'a:b' },
      'ADGATE_RELAY_NODES: "a:b" is not a node',
    ],
    ['a private node', { ADGATE_RELAY_NODES: '10.0.0.1' }, '10.0.0.1 is a private address'],
    ['a port that is none', { ...nodes, ADGATE_RELAY_PORT: '68.68' }, 'ADGATE_RELAY_PORT must be'],
    ['a port past the last', { ...nodes, ADGATE_RELAY_PORT: '65536' }, 'ADGATE_RELAY_PORT must be'],
    [
      'an unknown level',
      { ...nodes, ADGATE_RELAY_LOG_LEVEL: 'loud' },
      'ADGATE_RELAY_LOG_LEVEL must',
    ],
    [
      'a misspelt setting',
      { ...nodes, ADGATE_RELAY_NODE: 'a' },
      'ADGATE_RELAY_NODE is not a setting',
    ],
    ['a key', { ...nodes, ADGATE_RELAY_SECRET: 'a' }, 'ADGATE_RELAY_SECRET is not a setting'],
    ['an inherited name', { ...nodes, ADGATE_RELAY_toString: 'a' }, 'is not a setting'],
  ])('refuses %s in one line', (_case, env, message) => {
    expect(() => readRelayConfig(env)).toThrow(ConfigError);
    expect(() => readRelayConfig(env)).toThrow(message);
    expect(() => readRelayConfig(env)).not.toThrow(/\n/);
  });
});
