import { LRUCache } from 'lru-cache';
import { formatAccountAddress, parseAccountAddress } from '../../../sidecar/ledger/address';

/** In front of addresses of the ledger, as they are stored. */
export const ledgerNetwork = 'ads:';

/** Networks besides the ledger's own whose addresses publishers may be paid at. */
const foreignNetworks: ReadonlySet<string> = new Set(['bsc', 'btc', 'eth']);

/** Addresses that were read before: every find of a publisher's pages names the same one. Bad ones are not kept. */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * Reads an account address of the ledger (`0001-00000001-8B4E`) or `<network>:<address>` into the one form that is
 * stored: `ads:0001-00000001-8B4E`.
 *
 * @returns null for an unknown network or an address that is none, e.g. by its checksum.
 */
export function parsePayoutAddress(text: string): string | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const address = parseAddress(text);
  if (address !== null) known.set(text, address);
  return address;
}

function parseAddress(text: string): string | null {
  const separator = text.indexOf(':');
  const network = separator === -1 ? 'ads' : text.slice(0, separator).toLowerCase();
  const address = text.slice(separator + 1);
  if (network === 'ads') {
    const parsed = tryParse(address);
    return parsed && `ads:${parsed}`;
  }
  if (!foreignNetworks.has(network) || !/^[0-9A-Za-z]{20,90}$/.test(address)) return null;
  // Hexadecimal addresses are one account in any case; others are case-sensitive.
  return `${network}:${/^0x/i.test(address) ? address.toLowerCase() : address}`;
}

function tryParse(address: string): string | null {
  try {
    return formatAccountAddress(parseAccountAddress(address));
  } catch {
    // Whatever is wrong with it, to us it is no address.
    return null;
  }
}
