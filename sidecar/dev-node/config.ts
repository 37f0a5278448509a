import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DevNodeError } from './errors';
import { isMisbehaviourName, misbehaviourKinds, misbehaviourNames } from './misbehaviour/index';
import type { MisbehaviourParams } from './misbehaviour/misbehaving-ledger';

/** Settings of the development node. */
export interface DevNodeConfig {
  /** Zero lets the system pick one. */
  readonly port: number;
  /** Where the ledger is kept; made when it is not there. */
  readonly folder: string;
  /** JSON file with the accounts of a new ledger. */
  readonly accountsFile: string;
  readonly blockSeconds: number;
  /** Null for a node that behaves. */
  readonly misbehaviour: Pick<MisbehaviourParams, 'kinds' | 'seed'> | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'ADGATE_DEV_NODE_';
const options = {
  port: { type: 'string' },
  folder: { type: 'string' },
  accounts: { type: 'string' },
  'block-seconds': { type: 'string' },
  misbehave: { type: 'string' },
  'misbehave-seed': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Settings by what they are, without the prefix. */
export const settingNames = {
  port: 'PORT',
  folder: 'FOLDER',
  accounts: 'ACCOUNTS',
  blocks: 'BLOCK_SECONDS',
  misbehave: 'MISBEHAVE',
  seed: 'MISBEHAVE_SEED',
};

export const usage = `Usage: npm run start:dev-node -- --accounts <file> [--folder <folder>] [--port <port>]

A ledger node for development and tests. It listens on 127.0.0.1 only.

  --accounts <file>         accounts that a new ledger starts with, a JSON list of
                            { "address", "public_key", "balance" }   [${prefix}ACCOUNTS]
  --folder <folder>         where the ledger is kept; ./data/dev-node by default   [${prefix}FOLDER]
  --port <port>             6511 by default; 0 lets the system choose   [${prefix}PORT]
  --block-seconds <number>  512 by default   [${prefix}BLOCK_SECONDS]
  --misbehave <kinds>       what real nodes do after crashes and with time: kinds by commas or "all",
                            by chance; "commands": none. A line on standard input with the name
                            of a kind does it at once; never by default   [${prefix}MISBEHAVE]
  --misbehave-seed <number> tells all that is left to chance; random by default   [${prefix}MISBEHAVE_SEED]
  --help                    show this

Kinds of misbehaviour:

${Object.entries(misbehaviourKinds)
  .map(([name, { summary }]) => `  ${name.padEnd(25)} ${summary}`)
  .join('\n')}
`;

/**
 * Reads the settings: arguments first, then the environment, then what is the default.
 *
 * @returns null when help was asked for
 * @throws {DevNodeError} for a bad value and for a setting that does not exist.
 */
export function readDevNodeConfig(args: readonly string[], env: Environment): DevNodeConfig | null {
  const known = Object.values(settingNames).map((name) => prefix + name);
  const unknown = Object.keys(env).find((name) => name.startsWith(prefix) && !known.includes(name));
  if (unknown !== undefined) {
    throw new DevNodeError(`${unknown} is not a setting; the settings are ${known.join(', ')}`);
  }
  const given = parse(args);
  if (given.help) return null;
  const setting = (name: keyof typeof settingNames) =>
    env[prefix + settingNames[name]]?.trim() || undefined;
  const accountsFile = given.accounts ?? setting('accounts');
  if (!accountsFile) {
    throw new DevNodeError(
      `name the file with the accounts to fund: --accounts <file> or ${prefix}ACCOUNTS`,
    );
  }
  return {
    accountsFile,
    folder: given.folder ?? setting('folder') ?? 'data/dev-node',
    port: readNumber(given.port ?? setting('port') ?? '6511', {
      name: '--port',
      min: 0,
      max: 65_535,
    }),
    blockSeconds: readNumber(given['block-seconds'] ?? setting('blocks') ?? '512', {
      name: '--block-seconds',
      min: 1,
      max: 86_400,
    }),
    misbehaviour: readMisbehaviour(
      given.misbehave ?? setting('misbehave'),
      given['misbehave-seed'] ?? setting('seed'),
    ),
  };
}

const maxSeed = 999_999;

function readMisbehaviour(
  kinds: string | undefined,
  seed = String(randomInt(maxSeed)),
): DevNodeConfig['misbehaviour'] {
  if (kinds === undefined) return null;
  return {
    kinds: readKinds(kinds),
    seed: readNumber(seed, { name: '--misbehave-seed', min: 0, max: maxSeed }),
  };
}

function readKinds(text: string): MisbehaviourParams['kinds'] {
  if (text === 'commands') return [];
  return (text === 'all' ? misbehaviourNames : text.split(',')).map((name) => {
    if (isMisbehaviourName(name)) return name;
    throw new DevNodeError(
      `--misbehave must be all, commands, or some of ${misbehaviourNames.join(', ')} by commas, not "${name}"`,
    );
  });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DevNodeError(reason, { cause });
  }
}

function readNumber(
  text: string,
  { name, min, max }: { readonly name: string; readonly min: number; readonly max: number },
): number {
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value >= min && value <= max) return value;
  throw new DevNodeError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
}
