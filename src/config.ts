import type { z } from 'zod';
import type { Amount } from './amount';
import { type Setting, settings } from './settings';

/** A setting that the process cannot start with; `message` is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Table = { readonly [name: string]: Setting | Table };

/** The values of a table of settings, by the same names. */
type ValuesOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends {
    readonly read: z.ZodType<infer Value>;
  }
    ? Value
    : ValuesOf<Settings[Name]>;
};

type Values = ValuesOf<typeof settings>;

/** All that the settings say: a member for each line of their table, and those that several of them make. */
export interface Config extends Omit<Values, 'parts'> {
  /** How far the funds of accounts may go below 0 that nobody has set a limit for, in coins; null: as far as they like. */
  readonly defaultCredit: Amount | null;
  /** How the ledger is reached; null: this gateway pays nobody. */
  readonly ledgerUrls: { readonly walletUrl: string; readonly relayUrl: string } | null;
  /** Where `/metrics` is shown to everybody who reaches it; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** One of so many answers of the ad path is logged, and each other answer; null: none is. */
  readonly accessLogSample: number | null;
  /** null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings; anything that begins with `ADGATE_` and is no setting is refused. The relay's own settings may
 * stand in the same environment.
 *
 * @throws {ConfigError} naming every bad setting at once.
 */
export function parseConfig(env: Environment): Config {
  const problems = Object.keys(env)
    .filter((name) => /^ADGATE_(?!RELAY_|WALLET_|DEV_NODE_)/.test(name) && !isSetting(name))
    .map((name) => {
      const meant = likeliestName(settingNames, name);
      return `${name} is not a setting${meant === null ? '' : `, did you mean ${meant}?`}`;
    });
  const { parts, ...members } = readAll(settings, env, problems);
  if (problems.length > 0)
    throw new ConfigError(`${problems.join('; ')} (docs/operating.md lists all settings)`);
  assertPeerClassifier(members);
  assertCommunity(members);
  const { walletUrl, metricsPort } = parts;
  return {
    ...members,
    defaultCredit: defaultCreditOf(parts),
    // A wallet sends again, too.
    ledgerUrls: walletUrl === null ? null : { walletUrl, relayUrl: parts.relayUrl ?? walletUrl },
    metrics:
      metricsPort === null ? null : { host: parts.metricsHost ?? members.host, port: metricsPort },
    accessLogSample: parts.hasAccessLog ? parts.accessLogSample : null,
    mail: mailOf(parts, members),
  };
}

/** @throws {ConfigError} when the community's fee is to be paid to nobody, or to this server. */
function assertCommunity({ verification, payouts, ledgerAddress }: Omit<Values, 'parts'>): void {
  const { communityAddress } = payouts;
  if (verification.communityFee > 0 && communityAddress === null)
    throw new ConfigError('ADGATE_COMMUNITY_FEE needs ADGATE_COMMUNITY_FEE_ADDRESS');
  if (communityAddress === ledgerAddress)
    throw new ConfigError(
      'ADGATE_COMMUNITY_FEE_ADDRESS must not be ADGATE_LEDGER_ADDRESS: nobody pays himself',
    );
}

/** Where real money is paid out, nobody spends what is not there unless an operator says so. */
function defaultCreditOf({ defaultCredit, walletUrl }: Values['parts']): Config['defaultCredit'] {
  if (defaultCredit !== undefined) return defaultCredit;
  return walletUrl === null ? null : 0n;
}

/** @throws {ConfigError} when one of the settings of mail is there without the others that it needs. */
function mailOf(
  { smtpUrl, mailFrom: from }: Values['parts'],
  { allowsRegistration }: Pick<Config, 'allowsRegistration'>,
): Config['mail'] {
  if ((smtpUrl === null) !== (from === null))
    throw new ConfigError('ADGATE_SMTP_URL and ADGATE_MAIL_FROM need each other');
  if (smtpUrl !== null && from !== null) return { smtpUrl, from };
  if (allowsRegistration)
    throw new ConfigError(
      'ADGATE_REGISTRATION needs ADGATE_SMTP_URL: newcomers confirm their email',
    );
  return null;
}

/** @throws {ConfigError} when nobody could verify the results that peers' creatives need. */
function assertPeerClassifier({
  peerClassifier,
  classifiers,
}: Pick<Config, 'peerClassifier' | 'classifiers'>): void {
  if (peerClassifier !== null && classifiers.get(peerClassifier)?.algorithm !== 'ed25519')
    throw new ConfigError(
      'ADGATE_PEER_CLASSIFIER must name a classifier of ADGATE_CLASSIFIERS that has an ed25519 key',
    );
}

/** Reads each line of a table. @param problems gets what is wrong with them */
function readAll<Settings extends Table>(
  table: Settings,
  env: Environment,
  problems: string[],
): ValuesOf<Settings>;
function readAll(table: Table, env: Environment, problems: string[]): unknown {
  const values = Object.entries(table).map(([name, line]): [string, unknown] => [
    name,
    isLine(line) ? readOne(line, env, problems) : readAll(line, env, problems),
  ]);
  return Object.fromEntries<unknown>(values);
}

function readOne({ variable, read }: Setting, env: Environment, problems: string[]): unknown {
  // An empty variable is how shells and compose files leave one out.
  const { data, error } = read.safeParse(env[variable] === '' ? undefined : env[variable]);
  problems.push(...(error?.issues ?? []).map(({ message }) => `${variable} ${message}`));
  return data;
}

const isLine = (line: Setting | Table): line is Setting => typeof line.variable === 'string';

const namesOf = (table: Table): readonly string[] =>
  Object.values(table).flatMap((line) => (isLine(line) ? [line.variable] : namesOf(line)));

/** The environment variables that are settings. */
export const settingNames = namesOf(settings);

export function isSetting(name: string): boolean {
  return settingNames.includes(name);
}

/** The name that shares most pairs of letters with a misspelt one; null: none shares enough. */
function likeliestName(names: readonly string[], misspelt: string): string | null {
  const [best] = names
    .map((name) => ({ name, likeness: likenessOf(misspelt, name) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= 0.4 ? best.name : null;
}

/** Dice's coefficient of the pairs of letters behind the common prefix: 1 for equal texts, 0 for nothing in common. */
function likenessOf(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = text.replace(/^ADGATE_/, '').replaceAll('_', '');
    return new Set(Array.from(letters.slice(1), (_letter, at) => letters.slice(at, at + 2)));
  };
  const [a, b] = [pairs(one), pairs(other)];
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
