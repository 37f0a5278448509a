import { LedgerDataError } from './ledger/errors';
import { parseAllowedNode, type AllowedNode } from './node/allowed-nodes';

/** Settings of the relay. It has no secret among them. */
export interface RelayConfig {
  readonly host: string;
  /** Zero lets the system pick one. */
  readonly port: number;
  /** At least one; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  readonly logLevel: LogLevel;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** A setting that can not be used. Its message is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'ADGATE_RELAY_';

/** Settings by name without the prefix: how each is read, `undefined` where it is not set. */
const settings = {
  NODES: readNodes,
  HOST: (text: string | undefined) => text ?? '127.0.0.1',
  PORT: readPort,
  LOG_LEVEL: readLogLevel,
} as const;

/**
 * Reads the relay's settings from the environment.
 *
 * @throws {ConfigError} for a bad value and for a setting with the relay's prefix that does not exist.
 */
export function readRelayConfig(env: Environment = process.env): RelayConfig {
  for (const name of Object.keys(env)) {
    if (name.startsWith(prefix) && !Object.hasOwn(settings, name.slice(prefix.length))) {
      const known = Object.keys(settings).map((setting) => prefix + setting);
      throw new ConfigError(`${name} is not a setting; the settings are ${known.join(', ')}`);
    }
  }
  const value = (name: keyof typeof settings) => env[prefix + name]?.trim() || undefined;
  return {
    nodes: settings.NODES(value('NODES')),
    host: settings.HOST(value('HOST')),
    port: settings.PORT(value('PORT')),
    logLevel: settings.LOG_LEVEL(value('LOG_LEVEL')),
  };
}

function readNodes(text: string | undefined): readonly AllowedNode[] {
  const entries = (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 0) {
    throw new ConfigError(
      `${prefix}NODES is empty: list the ledger nodes to send to, such as node.example.com:6511`,
    );
  }
  try {
    return entries.map(parseAllowedNode);
  } catch (error) {
    if (error instanceof LedgerDataError) throw new ConfigError(`${prefix}NODES: ${error.message}`);
    throw error;
  }
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? '6868');
  if (!/^\d{1,5}$/.test(text ?? '6868') || port > 65_535) {
    throw new ConfigError(
      `${prefix}PORT must be a port number from 0 to 65535, not "${text ?? ''}"`,
    );
  }
  return port;
}

function readLogLevel(text: string | undefined): LogLevel {
  const level = logLevels.find((known) => known === (text ?? 'info'));
  if (level) return level;
  throw new ConfigError(`${prefix}LOG_LEVEL must be one of ${logLevels.join(', ')}`);
}
