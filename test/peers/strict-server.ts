import { createHash, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAccountAddress } from '../../sidecar/ledger/address';
import { addressOfUser } from '../money/payments/ledger-world';

/**
 * The end of a strict server of the network by information that it did not expect: its operator has to mend that by
 * hand. Written from docs/peers.md §1 alone.
 */
export class StrictServerDies extends Error {}

export type StrictVerdict = 'registered' | 'ignored' | 'failure';

const isString = (value: unknown): value is string => typeof value === 'string';

/** A URL as it is checked there: in lower case, every run between two dots of at most 63 characters. */
function isStrictUrl(value: unknown): value is string {
  if (!isString(value) || /[\s\0-\x1f]/.test(value)) return false;
  const lower = value.toLowerCase();
  if (lower.length > 253 || lower.split('.').some((run) => run.length > 63 || run.endsWith('-')))
    return false;
  return URL.parse(lower) !== null && /^[a-z][a-z0-9+.-]*:\/\//.test(lower);
}

/** @throws {StrictServerDies} */
export function takeStrictly(info: unknown, sender: string): StrictVerdict {
  if (typeof info !== 'object' || info === null || Array.isArray(info)) return 'ignored';
  const of = Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null));
  const has = (name: string) => name in of;
  if (of['module'] !== 'adserver') return 'ignored';
  for (const name of ['name', 'version']) {
    if (!has(name)) return 'ignored';
    if (!isString(of[name])) throw new StrictServerDies(name);
  }
  const { capabilities } = of as { readonly capabilities?: unknown };
  if (capabilities === undefined) return 'ignored';
  if (!Array.isArray(capabilities)) throw new StrictServerDies('capabilities');
  if (capabilities.some((one) => one !== 'ADV' && one !== 'PUB')) return 'ignored';
  for (const name of ['serverUrl', 'panelUrl', 'privacyUrl', 'termsUrl', 'inventoryUrl'])
    if (!isStrictUrl(of[name])) return 'ignored';
  if (String(of['serverUrl']).length > 128) throw new StrictServerDies('serverUrl');
  if (has('landingUrl') && !isStrictUrl(of['landingUrl'])) return 'ignored';
  if (!has('adsAddress')) return 'failure';
  try {
    parseAccountAddress(String(of['adsAddress']));
  } catch {
    throw new StrictServerDies('adsAddress');
  }
  if (String(of['adsAddress']).toLowerCase() !== sender.toLowerCase()) return 'failure';
  for (const name of ['demandFee', 'supplyFee'])
    if (isString(of[name])) throw new StrictServerDies(name);
  if (has('mode') && !isString(of['mode'])) throw new StrictServerDies('mode');
  if (of['mode'] === 'initialization') return 'failure';
  if (has('adsTxtRequired') && typeof of['adsTxtRequired'] !== 'boolean')
    throw new StrictServerDies('adsTxtRequired');
  if (has('joiningFee') && !Number.isInteger(of['joiningFee']))
    throw new StrictServerDies('joiningFee');
  return isStrictDomain(of) ? 'registered' : 'failure';
}

function isStrictDomain(of: Readonly<Record<string, unknown>>): boolean {
  const hostOf = (name: string) => new URL(String(of[name])).hostname;
  const given = of['adsTxtDomain'];
  const domain = isString(given) ? given : hostOf('serverUrl').replace(/^www\./, '');
  const host = hostOf('inventoryUrl');
  return domain.includes('.') && (host === domain || host.includes(`.${domain}`));
}

/** Says that a header is as another server wants it: members and order, age, signature. */
export function isStrictHeader(
  header: string | undefined,
  { publicKey, now }: { readonly publicKey: Uint8Array; readonly now: Date },
): boolean {
  const found =
    /ADS account="([^"]*)", nonce="([^"]*)", created="([^"]*)", signature="([^"]*)"/.exec(
      header ?? '',
    );
  const [, account = '', nonce = '', created = '', signature = ''] = found ?? [];
  const time = Date.parse(created);
  if (!/^[0-9A-FX]{4}-[0-9A-FX]{8}-[0-9A-FX]{4}$/.test(account.toUpperCase())) return false;
  const ageMs = now.getTime() - time;
  if (Number.isNaN(time) || ageMs < 0 || ageMs > 300_000) return false;
  const message = Buffer.concat([Buffer.from(nonce, 'base64'), Buffer.from(String(time / 1000))]);
  return verify(null, message, keyOf(publicKey), Buffer.from(signature, 'hex'));
}

/** Says that a question for details, by its path, is signed as another server wants it. */
export function isStrictQuestion(path: string, publicKey: Uint8Array): boolean {
  const [, , txid = '', account = '', date = '', signature = ''] = path.split('/');
  const seconds = Date.parse(date) / 1000;
  if (!Number.isInteger(seconds) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const text = createHash('sha1').update(`${txid}${seconds}${account}`).digest('hex');
  return verify(null, Buffer.from(text), keyOf(publicKey), Buffer.from(signature, 'hex'));
}

function keyOf(publicKey: Uint8Array) {
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The smallest information that servers of the network register. */
export const strictInfo = (url: string, adsAddress: string) => ({
  module: 'adserver',
  name: 'AdServer',
  version: '2.9.0',
  capabilities: ['ADV', 'PUB'],
  ...{ serverUrl: url, panelUrl: url, privacyUrl: `${url}/privacy`, termsUrl: `${url}/terms` },
  inventoryUrl: `${url}/adshares/inventory/list`,
  adsAddress,
});

/** A server that answers as the test says, at whatever is asked. */
export async function startStranger(listener: (url: string) => RequestListener) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { asked: 0 };
  const answer = listener(url);
  server.on('request', (req, res) => {
    state.asked += 1;
    answer(req, res);
  });
  return {
    url,
    state,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server that says of itself that it is the account of a user. */
export async function startServerOf(user: number, change: object = {}) {
  const stranger = await startStranger((url) => (_req, res) => {
    res.end(JSON.stringify({ ...strictInfo(url, addressOfUser(user)), ...change }));
  });
  return { ...stranger, infoUrl: `${stranger.url}/info.json` };
}
