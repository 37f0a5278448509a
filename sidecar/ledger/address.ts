import { struct, u16, u32, type Codec } from './codec';
import { LedgerDataError } from './errors';
import { formatHexNumber } from './hex';

/** Names one account: the node that keeps it (16 bits) and its number there (32 bits). */
export interface AccountAddress {
  readonly node: number;
  readonly user: number;
}

/** 6 bytes: node, then user. The checksum exists in text only. */
export const accountAddress: Codec<AccountAddress> = struct({ node: u16, user: u32 });

const addressText = /^([0-9A-Fa-f]{4})-([0-9A-Fa-f]{8})-([0-9A-Fa-f]{4})$/;

/**
 * Reads `NNNN-UUUUUUUU-CCCC`: hex digits of either case, the checksum must match.
 *
 * @throws {LedgerDataError} for any other text, the "no checksum" form `XXXX` included.
 * @see docs/ledger-protocol.md §2
 */
export function parseAccountAddress(text: string): AccountAddress {
  const [, node, user, checksum] = addressText.exec(text) ?? [];
  if (node === undefined || user === undefined || checksum === undefined) {
    throw new LedgerDataError('an account address has the form NNNN-UUUUUUUU-CCCC in hex digits');
  }
  const address = { node: Number.parseInt(node, 16), user: Number.parseInt(user, 16) };
  if (Number.parseInt(checksum, 16) !== addressChecksum(address)) {
    throw new LedgerDataError(`the checksum of account address ${node}-${user} does not match`);
  }
  return address;
}

const uncheckedText = /^([0-9A-Fa-f]{4}-[0-9A-Fa-f]{8})-XXXX$/;

/**
 * Reads what `parseAccountAddress` reads, and `XXXX` in place of the checksum, which then is not checked.
 *
 * @throws {LedgerDataError} for any other text
 * @see docs/ledger-protocol.md §2
 */
export function parseAddressOrUnchecked(text: string): AccountAddress {
  const [, unchecked] = uncheckedText.exec(text) ?? [];
  if (unchecked === undefined) return parseAccountAddress(text);
  const [node = '', user = ''] = unchecked.split('-');
  return { node: Number.parseInt(node, 16), user: Number.parseInt(user, 16) };
}

/** Writes the canonical text: 18 characters, upper-case hex, zero padded, with checksum. */
export function formatAccountAddress(address: AccountAddress): string {
  const checksum = addressChecksum(address);
  return `${formatHexNumber(address.node, 4)}-${formatHexNumber(address.user, 8)}-${formatHexNumber(checksum, 4)}`;
}

export function isSameAccount(one: AccountAddress, other: AccountAddress): boolean {
  return one.node === other.node && one.user === other.user;
}

/** Says that `parseAccountAddress` would accept the text; false for anything that is not a string. */
export function isAccountAddress(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  try {
    parseAccountAddress(text);
    return true;
  } catch {
    return false;
  }
}

function addressChecksum({ node, user }: AccountAddress): number {
  const input = new DataView(new ArrayBuffer(6));
  input.setUint16(0, node, false);
  input.setUint32(2, user, false);
  return crc16(new Uint8Array(input.buffer));
}

/** CRC-16/SPI-FUJITSU (AUG-CCITT): polynomial 0x1021, initial 0x1D0F, nothing reflected. */
export function crc16(input: Uint8Array): number {
  let crc = 0x1d0f;
  for (const byte of input)
    crc = ((crc << 8) & 0xffff) ^ crcOfBytes.getUint16(2 * ((crc >> 8) ^ byte));
  return crc;
}

/** The share of each byte in a checksum, made once: addresses are checked by the thousand. */
const crcOfBytes = new DataView(new ArrayBuffer(512));
for (let byte = 0; byte < 256; byte += 1) {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  crcOfBytes.setUint16(2 * byte, crc);
}
