import { BlockList, isIP } from 'node:net';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number];

/** A setting that cannot be used. Its message is one line that says what to do, without a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a setting by its name without the prefix; undefined where it is not set. */
export type SettingReader = (name: string) => string | undefined;

/**
 * Opens the settings of one process.
 *
 * @param prefix what all of its settings begin with
 * @throws {ConfigError} when one with the prefix is set that is not among `names`
 */
export function openSettings(
  env: Environment,
  { prefix, names }: { readonly prefix: string; readonly names: readonly string[] },
): SettingReader {
  for (const name of Object.keys(env)) {
    // The gateway's: where it finds this process.
    if (name === `${prefix}URL`) continue;
    if (name.startsWith(prefix) && !names.includes(name.slice(prefix.length))) {
      const known = names.map((setting) => prefix + setting);
      throw new ConfigError(`${name} is not a setting; the settings are ${known.join(', ')}`);
    }
  }
  return (name) => env[prefix + name]?.trim() || undefined;
}

/** Reads a port; zero lets the system pick one. @throws {ConfigError} */
export function readPort(
  text: string | undefined,
  { name, preset }: { readonly name: string; readonly preset: number },
): number {
  if (text === undefined) return preset;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}"`);
}

/** @throws {ConfigError} */
export function readLogLevel(text: string | undefined, name: string): LogLevel {
  const level = logLevels.find((known) => known === (text ?? 'info'));
  if (level) return level;
  throw new ConfigError(`${name} must be one of ${logLevels.join(', ')}`);
}

/** Reads a whole number from zero to a million. @throws {ConfigError} */
export function readCount(
  text: string | undefined,
  { name, preset }: { readonly name: string; readonly preset: number },
): number {
  if (text === undefined) return preset;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ConfigError(`${name} must be a whole number up to 999999, not "${text}"`);
}

/** Reads addresses and CIDR ranges. @throws {ConfigError} */
export function readRanges(text: string | undefined, name: string): BlockList {
  const ranges = new BlockList();
  for (const entry of splitList(text)) {
    const [, network = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(network);
    const most = version === 4 ? 32 : 128;
    const bits = Number(prefix ?? most);
    if (version === 0 || bits > most) {
      throw new ConfigError(`${name}: "${entry}" is not an address or a CIDR range`);
    }
    ranges.addSubnet(network, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return ranges;
}

/** Entries of a list that is separated by blanks or commas. */
export function splitList(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}
