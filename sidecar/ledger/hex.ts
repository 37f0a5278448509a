import { LedgerDataError } from './errors';

const evenHex = /^(?:[0-9A-Fa-f]{2})*$/;

/** Reads hex digits of either case, two per byte. @throws {LedgerDataError} for anything else. */
export function parseHex(text: string): Uint8Array {
  if (!evenHex.test(text)) throw new LedgerDataError('expected an even number of hex digits');
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** Writes two upper-case hex digits per byte, as the ledger prints everything. */
export function formatHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('hex')
    .toUpperCase();
}

/** Writes a number with exactly `digits` upper-case hex digits, as identifiers have them. */
export function formatHexNumber(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** Reads hex of an exact number of bytes. @throws {LedgerDataError} */
export function parseHexOf(size: number, text: string): Uint8Array {
  const bytes = parseHex(text);
  if (bytes.length === size) return bytes;
  throw new LedgerDataError(`expected ${size} bytes, got ${bytes.length}`);
}
