import { isAccountAddress } from '../../../sidecar/ledger/address';
import { problemOfTarget } from '../../platform/egress/target';
import { isRecord } from '../../record';
import type { PeerInfo } from '../directory/peer';

/** The information of a server whose account is known by it, or what is wrong with it. */
export type ReadInfo =
  | { readonly address: string; readonly info: PeerInfo; readonly problem: null }
  | { readonly address: null; readonly info: null; readonly problem: string };

const mostNameLength = 255;
const mostServerUrlLength = 128;
const mostUrlLength = 1_024;
const domain = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

class WrongMember extends Error {}

/**
 * Reads what another server says of itself. A member that is null counts as missing.
 *
 * @see docs/peers.md §1
 */
export function readPeerInfo(
  value: unknown,
  { allowsLoopback }: { readonly allowsLoopback: boolean },
): ReadInfo {
  try {
    if (!isRecord(value)) throw new WrongMember('the answer is no object');
    const { address, info } = read(value);
    for (const name of ['serverUrl', 'inventoryUrl'] as const) {
      const problem = problemOfTarget(info[name], { allowsLoopback });
      if (problem !== null) throw new WrongMember(`${name} ${problem}`);
    }
    assertInDomain(info, allowsLoopback);
    return { address, info, problem: null };
  } catch (error) {
    if (!(error instanceof WrongMember)) throw error;
    return { address: null, info: null, problem: error.message };
  }
}

type Members = Readonly<Record<string, unknown>>;

function read(value: Members): { readonly address: string; readonly info: PeerInfo } {
  if (value['module'] !== 'adserver') throw new WrongMember('module is not adserver');
  const mode = textOf(value, 'mode', mostNameLength) ?? 'operational';
  if (mode === 'initialization') throw new WrongMember('it is not set up yet');
  for (const name of ['privacyUrl', 'termsUrl']) requireUrl(value, name);
  const serverUrl = requireUrl(value, 'serverUrl', mostServerUrlLength);
  const address = requireText(value, 'adsAddress', mostNameLength).toUpperCase();
  if (!isAccountAddress(address)) throw new WrongMember('adsAddress is no address of an account');
  const info = {
    name: visibleNameOf(value) ?? address,
    version: requireText(value, 'version', mostNameLength),
    capabilities: capabilitiesOf(value['capabilities']),
    serverUrl,
    panelUrl: requireUrl(value, 'panelUrl'),
    inventoryUrl: requireUrl(value, 'inventoryUrl'),
    adsTxtDomain: adsTxtDomainOf(value, serverUrl),
    adsTxtRequired: flagOf(value, 'adsTxtRequired'),
    joiningFee: feeOf(value['joiningFee'] ?? 0),
  };
  return { address, info };
}

/** The host of the inventory must be in the domain that the server answers for. */
function assertInDomain({ inventoryUrl, adsTxtDomain }: PeerInfo, allowsLoopback: boolean): void {
  const { hostname } = new URL(inventoryUrl);
  const isWithin = hostname === adsTxtDomain || hostname.endsWith(`.${adsTxtDomain}`);
  if (isWithin && domain.test(adsTxtDomain)) return;
  // Servers of this machine have no domains.
  if (allowsLoopback && isWithin) return;
  throw new WrongMember(`the host of inventoryUrl is not in ${adsTxtDomain}`);
}

function adsTxtDomainOf(value: Members, serverUrl: string): string {
  const given = textOf(value, 'adsTxtDomain', mostNameLength);
  return (given ?? new URL(serverUrl).hostname.replace(/^www\./, '')).toLowerCase();
}

/** null: nobody would see it. */
function visibleNameOf(value: Members): string | null {
  const name = requireText(value, 'name', mostNameLength);
  // A blank of braille is a symbol.
  const seen = name.replaceAll(/[\s\u2800\p{Default_Ignorable_Code_Point}]/gu, '');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? name : null;
}

function capabilitiesOf(value: unknown): readonly string[] {
  const isKnown = (one: unknown): one is string => one === 'ADV' || one === 'PUB';
  if (Array.isArray(value) && value.every(isKnown)) return [...new Set(value)];
  throw new WrongMember('capabilities is no list of ADV and PUB');
}

function feeOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  throw new WrongMember('joiningFee is no whole number of 10^-11 coins');
}

function flagOf(value: Members, name: string): boolean {
  const flag = value[name] ?? false;
  if (typeof flag === 'boolean') return flag;
  throw new WrongMember(`${name} is neither true nor false`);
}

function requireUrl(value: Members, name: string, most = mostUrlLength): string {
  const text = requireText(value, name, most);
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new WrongMember(`${name} is no http(s) URL`);
  return url.href;
}

function requireText(value: Members, name: string, most: number): string {
  const text = textOf(value, name, most);
  if (text === null) throw new WrongMember(`${name} is missing`);
  return text;
}

/** Characters that would spoil a line of a log or of a terminal are no part of a text. */
function textOf(value: Members, name: string, most: number): string | null {
  const text = value[name] ?? null;
  if (text === null) return null;
  if (typeof text !== 'string' || text === '' || text.length > most)
    throw new WrongMember(`${name} is no text of 1 to ${most} characters`);
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}
