import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { parseAccountAddress } from '../ledger/address';
import { LedgerDataError } from '../ledger/errors';
import { parseSecret } from '../ledger/signing';
import { defaultNodePort, type AllowedNode } from '../node/allowed-nodes';
import { readNodes } from '../node/methods/nodes-setting';
import {
  ConfigError,
  openSettings,
  readLogLevel,
  readPort,
  type Environment,
  type LogLevel,
} from '../rpc/settings';
import type { WalletAccount } from './prepare-transaction';

/** Settings of the wallet. The key can sign, but cannot be printed. */
export interface WalletConfig {
  /** A loopback address. */
  readonly host: string;
  /** Zero lets the system pick one. */
  readonly port: number;
  readonly account: WalletAccount;
  /** At least one; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  readonly logLevel: LogLevel;
}

const prefix = 'ADGATE_WALLET_';
const names = ['FILE', 'ADDRESS', 'SECRET', 'NODES', 'HOST', 'PORT', 'LOG_LEVEL'] as const;
const fileKeys = ['address', 'secret', 'host', 'port', 'nodes'] as const;
const defaultPort = 6869;

type FileKey = (typeof fileKeys)[number];
type FileSettings = Readonly<Partial<Record<FileKey, string>>>;

/**
 * Reads the wallet's settings from the environment, and `address`, `secret` and node from the file that
 * `ADGATE_WALLET_FILE` names; the environment wins.
 *
 * @throws {ConfigError} for a bad value, an unknown setting, a file that others may read and an
 * address to listen on that others can reach. The secret is in no message.
 */
export function readWalletConfig(env: Environment = process.env): WalletConfig {
  const value = openSettings(env, { prefix, names });
  const path = value('FILE');
  const file = path === undefined ? {} : readSecretFile(path);
  return {
    host: readLoopback(value('HOST') ?? '127.0.0.1'),
    port: readPort(value('PORT'), { name: `${prefix}PORT`, preset: defaultPort }),
    account: readAccount(value('ADDRESS') ?? file.address, value('SECRET') ?? file.secret),
    nodes: readNodes(value('NODES') ?? nodesOf(file), `${prefix}NODES`),
    logLevel: readLogLevel(value('LOG_LEVEL'), `${prefix}LOG_LEVEL`),
  };
}

/** Takes the secret out of the environment, where other code and crash reports could see it. */
export function dropSecret(env: Record<string, string | undefined>): void {
  delete env.ADGATE_WALLET_SECRET;
}

/** The node in the file may be private, because the owner of the file has chosen it. */
function nodesOf({ host, port, nodes }: FileSettings): string | undefined {
  if (host === undefined) return nodes;
  const [name = ''] = host.split('/');
  const literal = isIP(name) === 6 ? `[${name}]` : name;
  return `${literal}:${port ?? defaultNodePort}/private`;
}

function readLoopback(host: string): string {
  if (host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)) {
    if (isIP(host) !== 0) return host;
  }
  throw new ConfigError(
    `${prefix}HOST must be a loopback address such as 127.0.0.1: a wallet must not be reachable ` +
      'from elsewhere',
  );
}

function readAccount(address: string | undefined, secret: string | undefined): WalletAccount {
  if (address === undefined) {
    throw new ConfigError(`${prefix}ADDRESS is empty: name the account that is signed for`);
  }
  if (secret === undefined) {
    throw new ConfigError(
      `${prefix}SECRET is empty: give the secret key in it, or in a file of mode 0600 that ` +
        `${prefix}FILE names`,
    );
  }
  try {
    return { address: parseAccountAddress(address), key: parseSecret(secret) };
  } catch (error) {
    if (error instanceof LedgerDataError) {
      throw new ConfigError(`${prefix}ADDRESS: ${error.message}`);
    }
    throw error;
  }
}

/** Lines of `key=value`; blank lines and those beginning with `#` mean nothing. */
function readSecretFile(path: string): FileSettings {
  const settings: Partial<Record<FileKey, string>> = {};
  for (const [index, line] of readPrivateText(path).split('\n').entries()) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const [name = '', ...rest] = text.split('=');
    const key = fileKeys.find((known) => known === name.trim());
    if (!key || rest.length === 0) {
      throw new ConfigError(
        `${path}: line ${index + 1} must be one of ${fileKeys.join(', ')}, "=", and the value`,
      );
    }
    settings[key] = rest.join('=').trim();
  }
  return settings;
}

/** @throws {ConfigError} when there is no such file or anybody but its owner may read or write it */
function readPrivateText(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'an error';
    throw new ConfigError(`${prefix}FILE: cannot open ${path}: ${String(code)}`);
  }
  try {
    const { mode, uid } = fstatSync(file);
    const owner = process.getuid?.() ?? uid;
    if ((mode & 0o170000) !== 0o100000 || (mode & 0o077) !== 0 || uid !== owner) {
      throw new ConfigError(
        `${prefix}FILE: ${path} must be a file of yours that nobody else may read: chmod 600 it`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
