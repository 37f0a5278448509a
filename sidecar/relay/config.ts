import type { BlockList } from 'node:net';
import type { AllowedNode } from '../node/allowed-nodes';
import { readNodes } from '../node/methods/nodes-setting';
import {
  ConfigError,
  openSettings,
  readCount,
  readLogLevel,
  readPort,
  readRanges,
  type Environment,
  type LogLevel,
} from '../rpc/settings';

/** Settings of the relay. It has no secret among them. */
export interface RelayConfig {
  readonly host: string;
  /** Zero lets the system pick one. */
  readonly port: number;
  /** At least one; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  /** Calls that one client may make in a minute; zero is no limit. */
  readonly callsPerMinute: number;
  /** Peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  readonly logLevel: LogLevel;
}

const prefix = 'ADGATE_RELAY_';
const names = ['NODES', 'HOST', 'PORT', 'RATE_LIMIT', 'TRUSTED_PROXIES', 'LOG_LEVEL'] as const;

/**
 * Reads the relay's settings from the environment.
 *
 * @throws {ConfigError} for a bad value, for a setting with the relay's prefix that does not exist, and
 * for a wallet's secret: what a public process is started with is in its memory.
 */
export function readRelayConfig(env: Environment = process.env): RelayConfig {
  const value = openSettings(env, { prefix, names });
  if (env.ADGATE_WALLET_SECRET) {
    throw new ConfigError(
      'ADGATE_WALLET_SECRET is set: a relay must hold no key, start it without',
    );
  }
  return {
    nodes: readNodes(value('NODES'), `${prefix}NODES`),
    host: value('HOST') ?? '127.0.0.1',
    port: readPort(value('PORT'), { name: `${prefix}PORT`, preset: 6868 }),
    callsPerMinute: readCount(value('RATE_LIMIT'), { name: `${prefix}RATE_LIMIT`, preset: 600 }),
    trustedProxies: readRanges(value('TRUSTED_PROXIES'), `${prefix}TRUSTED_PROXIES`),
    logLevel: readLogLevel(value('LOG_LEVEL'), `${prefix}LOG_LEVEL`),
  };
}
