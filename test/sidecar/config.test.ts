import { describe, expect, it } from '@jest/globals';
import { ConfigError, readRelayConfig } from '../../sidecar/config';

const nodes = { ADGATE_RELAY_NODES: 'node.example.com' };

describe('readRelayConfig', () => {
  it('has defaults for all but the nodes', () => {
    expect(readRelayConfig({ ...nodes, PATH: '/bin', ADGATE_DATA_DIR: '/data' })).toEqual({
      host: '127.0.0.1',
      port: 6868,
      nodes: [{ host: 'node.example.com', port: 6511, isPrivate: false }],
      logLevel: 'info',
    });
  });

  it('reads every setting', () => {
    const config = readRelayConfig({
      ADGATE_RELAY_NODES: ' one.example:1, two.example:2/private\n[2a00::1] ',
      ADGATE_RELAY_HOST: '0.0.0.0',
      ADGATE_RELAY_PORT: '0',
      ADGATE_RELAY_LOG_LEVEL: 'silent',
    });
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      nodes: [
        { host: 'one.example', port: 1, isPrivate: false },
        { host: 'two.example', port: 2, isPrivate: true },
        { host: '2a00::1', port: 6511, isPrivate: false },
      ],
      logLevel: 'silent',
    });
  });

  it.each<[string, Record<string, string>, string]>([
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
