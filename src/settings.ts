import { isIP } from 'node:net';
import { z } from 'zod';
import { isAccountAddress } from '../sidecar/ledger/address';
import { parseAmount } from './amount';
import { parseClassifier } from './demand/classifications/classifier';

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

const coins = z
  .string()
  .transform((value) => (value === 'unlimited' ? null : (parseAmount(value) ?? -1n)))
  .refine((value) => value === null || value >= 0n, 'must be coins such as 250, or `unlimited`');

const coinAmount = z
  .string()
  .transform((value) => parseAmount(value) ?? -1n)
  .refine((value) => value >= 0n, 'must be coins such as 0.5');

/** Whether a URL names this very machine in one of its usual ways; no other loopback address is taken. */
export function namesThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isRateUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url?.protocol !== 'http:') return url?.protocol === 'https:';
  return namesThisMachine(url);
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/**
 * Every setting, one line each: name of the environment variable, how it is read, default.
 * `docs/operating.md` says the same in a table; a test compares the two.
 */
export const settings = {
  PORT: wholeNumber(0, 65_535).default(8080),
  ADGATE_WORKERS: wholeNumber(1, 1_024).optional(),
  ADGATE_SETTINGS_FILE: z.string().min(1).optional(),
  ADGATE_HOST: z.string().min(1).default('127.0.0.1'),
  ADGATE_KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600).default(5),
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
  ADGATE_DEFAULT_CREDIT: coins.optional(),
  ADGATE_WALLET_URL: httpUrl
    .refine(
      (value) => namesThisMachine(URL.parse(value) ?? new URL('http://elsewhere')),
      'must be a URL of this machine: it can spend',
    )
    .optional(),
  ADGATE_RELAY_URL: httpUrl.optional(),
  ADGATE_MIN_PAYOUT: coinAmount.default(100_000_000_000n),
  ADGATE_DAILY_PAYOUT_LIMIT: coins.default(null),
  ADGATE_PAY_PART_HOURS: flag.default(false),
  ADGATE_RATE_URL: z
    .string()
    .refine(isRateUrl, 'must be an https URL, or an http URL of this machine')
    .optional(),
  ADGATE_RATE_MAX_AGE: wholeNumber(1, 8_760).default(24),
  ADGATE_DEMAND_FEE: wholeNumber(0, 5_000).default(100),
  ADGATE_SUPPLY_FEE: wholeNumber(0, 5_000).default(100),
  ADGATE_FIND_WAIT_MS: wholeNumber(1, 60_000).default(50),
  ADGATE_MAX_VISITOR_CASES: wholeNumber(0, 999_999_999).default(300),
  ADGATE_MAX_NETWORK_CASES: wholeNumber(0, 999_999_999).default(5_000),
  ADGATE_MAX_SITE_CASES: wholeNumber(0, 999_999_999).default(0),
  ADGATE_LEAST_VIEW_MS: wholeNumber(0, 3_600_000).default(0),
  ADGATE_MAX_CAMPAIGNS: wholeNumber(1, 10_000_000).default(100_000),
  ADGATE_MAX_CREATIVES: wholeNumber(1, 100).default(100),
  ADGATE_MAX_SITES: wholeNumber(1, 1_000_000).default(10_000),
  ADGATE_MAX_UNCLAIMED_SITES: wholeNumber(1, 1_000_000).default(50_000),
  ADGATE_MAX_PLACEMENTS: wholeNumber(1, 100_000).default(1_000),
  ADGATE_MAX_DECIDED_CREATIVES: wholeNumber(100, 10_000).default(2_000),
  ADGATE_EVENT_DAYS: wholeNumber(0, 36_500)
    .refine((days) => days === 0 || days >= 31, 'must be 0, or 31 to 36500')
    .default(0),
  ADGATE_WEBHOOK_DAYS: wholeNumber(1, 365).default(7),
  ADGATE_AUDIT_DAYS: wholeNumber(1, 36_500).default(400),
  ADGATE_MAX_AUDIT_ENTRIES: wholeNumber(100, 100_000_000).default(100_000),
  ADGATE_MAX_STORED_MIB: wholeNumber(1, 999_999_999).default(1_024),
  ADGATE_RESERVED_DISK_MIB: wholeNumber(0, 999_999_999).default(512),
  ADGATE_METRICS_PORT: wholeNumber(0, 65_535).optional(),
  ADGATE_METRICS_HOST: z.string().min(1).optional(),
  ADGATE_MAX_STREAMS: wholeNumber(0, 1_000_000).default(10_000),
  ADGATE_MAX_ACCOUNT_STREAMS: wholeNumber(0, 1_000_000).default(100),
  ADGATE_ACCESS_LOG: flag.default(false),
  ADGATE_ACCESS_LOG_SAMPLE: wholeNumber(1, 1_000_000).default(100),
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
  ADGATE_ADS_TXT_CLAIMS: flag.default(false),
  ADGATE_LOOPBACK_WEBHOOKS: flag.default(false),
  ADGATE_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
} as const;
