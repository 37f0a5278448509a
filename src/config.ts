import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isAccountAddress } from '../sidecar/ledger/address';
import { type Amount, parseAmount } from './amount';
import { type Classifiers, parseClassifier } from './classifications/classifier';

/** A setting that the process cannot start with; `message` is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const httpUrl = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  );
}, 'must be an http(s) URL without a path');
const httpsOrigin = z
  .string()
  .regex(
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
    'must be a list of origins such as https://fonts.example',
  );
const classifier = z.string().transform((value, problems) => {
  const parsed = parseClassifier(value);
  if (parsed) return parsed;
  // Without the text: it may hold a secret.
  problems.addIssue('must be a list of name:hmac-sha256:<key> or name:ed25519:<key>');
  return z.NEVER;
});
const cidr = z.string().refine((value) => {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}, 'must be a list of addresses or CIDR ranges');

const usd = z
  .string()
  .transform((value) => parseAmount(value) ?? -1n)
  .refine((value) => value >= 0n, 'must be USD such as 0.05');

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * Every setting, one line each: name of the environment variable, how it is read, default.
 * The README's table says the same; a test compares the two.
 */
export const settings = {
  PORT: wholeNumber(0, 65_535).default(8080),
  ADGATE_HOST: z.string().min(1).default('127.0.0.1'),
  ADGATE_PUBLIC_URL: httpUrl.optional(),
  ADGATE_SERVE_URL: httpUrl.optional(),
  ADGATE_DATA_DIR: z.string().min(1).default('data'),
  ADGATE_CONTENT_DIR: z.string().min(1).optional(),
  ADGATE_DEMO: flag.default(true),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .optional(),
  ADGATE_LEDGER_ADDRESS: z
    .string()
    .refine(isAccountAddress, 'must be an account address such as 0001-00000001-8B4E')
    .default('0001-00000001-8B4E'),
  ADGATE_DEV_LEDGER: flag.default(true),
  ADGATE_AUTOMATIC_PUBLISHERS: flag.default(true),
  ADGATE_SITE_APPROVAL: flag.default(false),
  ADGATE_ALLOWED_ORIGINS: list.pipe(z.array(httpUrl)).default([]),
  ADGATE_DOCUMENT_ORIGINS: list.pipe(z.array(httpsOrigin)).default([]),
  ADGATE_CLASSIFIERS: list.pipe(z.array(classifier)).default([]),
  ADGATE_TRUSTED_PROXIES: list.pipe(z.array(cidr)).default([]),
  ADGATE_DATA_CENTRE_RANGES: list.pipe(z.array(cidr)).default([]),
  ADGATE_COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be a header name')
    .optional(),
  ADGATE_MIN_HOURLY_BUDGET: usd.default(5_000_000_000n),
  ADGATE_MIN_CPM: usd.default(5_000_000_000n),
  ADGATE_MIN_CONVERSION_VALUE: usd.default(1_000_000_000n),
  ADGATE_INTROSPECTION: flag.default(true),
  ADGATE_REGISTRATION: flag.default(false),
  ADGATE_SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''),
      'must begin with smtp:// or smtps://',
    )
    .optional(),
  ADGATE_MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]{0,100}?<?[^\s@<>]+@[^\s@<>]+>?$/,
      'must be an email address, or a name and <address>',
    )
    .optional(),
  ADGATE_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
} as const;

const environment = z.object(settings);

export interface Config {
  /** 0 lets the system pick one. */
  readonly port: number;
  readonly host: string;
  /** Origin of every URL that leaves the server, without a trailing slash; null: derived from the listening address. */
  readonly publicUrl: string | null;
  /** Origin of the URLs of creatives, without a trailing slash; null: the public one. */
  readonly serveUrl: string | null;
  readonly dataFolder: string;
  /** Where the bytes of creatives are; null: in the database. */
  readonly contentFolder: string | null;
  readonly hasDemo: boolean;
  /** null: the embedded database in `dataFolder`. */
  readonly mongodbUri: string | null;
  /** This server's account on the ledger: `demandServer` and `supplyServer` of every creative it offers. */
  readonly ledgerAddress: string;
  /** Whether `npm start` runs a ledger of its own: a node, a relay and a wallet. */
  readonly hasDevLedger: boolean;
  /** Whether an unknown account address in a find makes a publisher. */
  readonly allowsAutomaticPublishers: boolean;
  /** Whether new sites show nothing until the operator approves them. */
  readonly requiresSiteApproval: boolean;
  /** Origins that may call `/auth`, `/api` and `/graphql` from a browser. */
  readonly allowedOrigins: readonly string[];
  /** What uploaded documents may load from outside. */
  readonly documentOrigins: readonly string[];
  /** Services that may post what they think of creatives, by name. */
  readonly classifiers: Classifiers;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Ranges whose traffic counts as data-centre traffic, beside the built-in ones. */
  readonly dataCentreRanges: readonly string[];
  /** Lower-case name of the header in which the proxy tells a visitor's country; null: none does. */
  readonly countryHeader: string | null;
  /** What active campaigns must reach, in USD: an hour's budget, a price for 1,000 impressions, a conversion's worth. */
  readonly campaignMinimums: {
    readonly hourlyBudget: Amount;
    readonly cpm: Amount;
    readonly conversionValue: Amount;
  };
  readonly allowsIntrospection: boolean;
  /** Whether strangers may make accounts. */
  readonly allowsRegistration: boolean;
  /** null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  readonly logLevel: (typeof logLevels)[number];
}

/**
 * Reads the settings; anything that begins with `ADGATE_` and is no setting is refused. The relay's own settings may
 * stand in the same environment.
 *
 * @throws {ConfigError} naming every bad setting at once.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const unknown = Object.keys(env).filter(
    (name) => /^ADGATE_(?!RELAY_|WALLET_|DEV_NODE_)/.test(name) && !Object.hasOwn(settings, name),
  );
  // An empty variable is how shells and compose files leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const problems = [
    ...unknown.map((name) => `${name} is not a setting${suggestionFor(name)}`),
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
  ];
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`${problems.join('; ')} (the README lists all settings)`);
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.ADGATE_HOST,
    publicUrl: value.ADGATE_PUBLIC_URL?.replace(/\/$/, '') ?? null,
    serveUrl: value.ADGATE_SERVE_URL?.replace(/\/$/, '') ?? null,
    dataFolder: resolve(value.ADGATE_DATA_DIR),
    contentFolder:
      value.ADGATE_CONTENT_DIR === undefined ? null : resolve(value.ADGATE_CONTENT_DIR),
    hasDemo: value.ADGATE_DEMO,
    mongodbUri: value.MONGODB_URI ?? null,
    ledgerAddress: value.ADGATE_LEDGER_ADDRESS,
    hasDevLedger: value.ADGATE_DEV_LEDGER,
    allowsAutomaticPublishers: value.ADGATE_AUTOMATIC_PUBLISHERS,
    requiresSiteApproval: value.ADGATE_SITE_APPROVAL,
    allowedOrigins: value.ADGATE_ALLOWED_ORIGINS.map((origin) => origin.replace(/\/$/, '')),
    documentOrigins: value.ADGATE_DOCUMENT_ORIGINS,
    classifiers: new Map(value.ADGATE_CLASSIFIERS),
    trustedProxies: value.ADGATE_TRUSTED_PROXIES,
    dataCentreRanges: value.ADGATE_DATA_CENTRE_RANGES,
    countryHeader: value.ADGATE_COUNTRY_HEADER?.toLowerCase() ?? null,
    campaignMinimums: {
      hourlyBudget: value.ADGATE_MIN_HOURLY_BUDGET,
      cpm: value.ADGATE_MIN_CPM,
      conversionValue: value.ADGATE_MIN_CONVERSION_VALUE,
    },
    allowsIntrospection: value.ADGATE_INTROSPECTION,
    allowsRegistration: value.ADGATE_REGISTRATION,
    mail: mailOf(value),
    logLevel: value.ADGATE_LOG_LEVEL,
  };
}

/** @throws {ConfigError} when one of the settings of mail is there without the others that it needs. */
function mailOf(value: z.infer<typeof environment>): Config['mail'] {
  const { ADGATE_SMTP_URL: smtpUrl, ADGATE_MAIL_FROM: from, ADGATE_REGISTRATION } = value;
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new ConfigError('ADGATE_SMTP_URL and ADGATE_MAIL_FROM need each other');
  if (smtpUrl === undefined || from === undefined) {
    if (ADGATE_REGISTRATION)
      throw new ConfigError(
        'ADGATE_REGISTRATION needs ADGATE_SMTP_URL: newcomers confirm their email',
      );
    return null;
  }
  return { smtpUrl, from };
}

/** The setting that has most of its pairs of letters in common with the unknown one, when they have enough. */
function suggestionFor(name: string): string {
  const [best] = Object.keys(settings)
    .map((known) => ({ known, likeness: likenessOf(name, known) }))
    .sort((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= 0.4 ? `, did you mean ${best.known}?` : '';
}

/** Dice's coefficient of the pairs of letters behind the common prefix: 1 for equal texts, 0 for nothing in common. */
function likenessOf(one: string, other: string): number {
  const pairs = (text: string) => {
    const letters = text.replace(/^ADGATE_/, '').replaceAll('_', '');
    return new Set(Array.from(letters.slice(1), (letter, at) => `${letters[at]!}${letter}`));
  };
  const [a, b] = [pairs(one), pairs(other)];
  return (2 * a.intersection(b).size) / (a.size + b.size);
}
