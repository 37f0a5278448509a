import { isIP } from 'node:net';
import { z } from 'zod';
import {
  formatAccountAddress,
  isAccountAddress,
  parseAccountAddress,
} from '../sidecar/ledger/address';
import { parseAmount } from './amount';
import { parseClassifier } from './classifier';

/** A value that may be left out: null then. */
export const orNull = <Value>(value: z.ZodType<Value>) =>
  value.optional().transform((given) => given ?? null);

/** In capitals, as the ledger writes it: addresses are compared as texts. */
export const accountAddress = z
  .string()
  .refine(isAccountAddress, 'must be an account address such as 0001-00000001-8B4E')
  .transform((text) => formatAccountAddress(parseAccountAddress(text)));
export const someText = z.string().min(1);
export const zeroOrOne = z
  .enum(['0', '1', 'false', 'true'], 'must be 0 or 1')
  .transform((value) => value === '1' || value === 'true');
export const listed = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number of ${least} to ${most}`,
    )
    .transform(Number);
export const httpUrl = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  );
}, 'must be an http(s) URL without a path');
/** Without the slash that it may end with. */
export const origin = httpUrl.transform((value) => value.replace(/\/$/, ''));
export const httpsOrigin = z
  .string()
  .regex(
    /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
    'must be a list of origins such as https://fonts.example',
  );
/** Hosts that the tools of the trade load libraries and fonts from. */
const tradeHosts = [
  'ajax.googleapis.com',
  'cdnjs.cloudflare.com',
  'code.createjs.com',
  'fonts.googleapis.com',
  'fonts.gstatic.com',
  's0.2mdn.net',
];
/** Hosts, with their ports where they have some; `trade` stands for a list of ours. */
export const fetchHosts = listed
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[a-z0-9.-]+(:\d{1,5})?$/,
          'must be `trade`, or a list of hosts such as fonts.example',
        ),
    ),
  )
  .transform((hosts) => hosts.flatMap((host) => (host === 'trade' ? tradeHosts : [host])));
export const classifier = z.string().transform((value, problems) => {
  const parsed = parseClassifier(value);
  if (parsed) return parsed;
  // Without the text: it may hold a secret.
  problems.addIssue('must be a list of name:hmac-sha256:<key> or name:ed25519:<key>');
  return z.NEVER;
});
export const cidr = z.string().refine((value) => {
  const [address = '', bits, ...rest] = value.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}, 'must be a list of addresses or CIDR ranges');

/** An amount that is not negative. */
export const amountIn = (unit: string, example: string) =>
  z
    .string()
    .transform((value) => parseAmount(value) ?? -1n)
    .refine((value) => value >= 0n, `must be ${unit} such as ${example}`);

/** null: unlimited. */
export const unlimitedAmount = z
  .string()
  .transform((value) => (value === 'unlimited' ? null : (parseAmount(value) ?? -1n)))
  .refine((value) => value === null || value >= 0n, 'must be coins such as 250, or `unlimited`');

/** Says that a URL names this very machine in one of its usual ways. Other loopback addresses do not count. */
export function namesThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** An https URL, or an http one of this machine. */
export function isRateUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url?.protocol !== 'http:') return url?.protocol === 'https:';
  return namesThisMachine(url);
}
