import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, and what it leaves out from the file of `ADGATE_SETTINGS_FILE`.
 *
 * @throws {ConfigError} when the file cannot be read.
 */
export function readSettings(env: Environment): Environment {
  const file = env['ADGATE_SETTINGS_FILE'];
  return file ? fillSettings(env, parseEnv(readText(file))) : env;
}

/** The environment, and what it leaves out from others. */
export function fillSettings(env: Environment, others: Environment): Environment {
  // An empty variable is how shells and compose files leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return { ...others, ...given };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`ADGATE_SETTINGS_FILE: ${file} cannot be read`, { cause });
  }
}
