import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from '../../platform/keys/signing-key.store';

/**
 * A visitor's tracking id on the wire: base64url of 22 bytes, 16 of id and 6 of keyed checksum, 30 characters.
 * The checksum keeps strangers from inventing ids. @see docs/reference-clients.md §8.1
 */
const idLength = 16;
const checksumLength = 6;

/** The id that a transaction seed (an internal user id, a wallet address) always stands for; hex. */
export function trackingIdOfSeed(key: SigningKey, seed: string): string {
  return createHmac('sha256', key.secret)
    .update('seed\0')
    .update(seed)
    .digest('hex')
    .slice(0, 2 * idLength);
}

/** An id for a visitor of whom nothing else is known; hex. Without the key nobody can try addresses against it. */
export function trackingIdOfRequest(
  key: SigningKey,
  requestId: string,
  remoteAddress: string,
): string {
  return createHmac('sha256', key.secret)
    .update('request\0')
    .update(`${requestId}\0${remoteAddress}`)
    .digest('hex')
    .slice(0, 2 * idLength);
}

export function formatTrackingId(key: SigningKey, trackingId: string): string {
  const id = Buffer.from(trackingId, 'hex');
  return Buffer.concat([id, checksumOf(key, id)]).toString('base64url');
}

/** The id, hex; null for what none of the keys has made. */
export function parseTrackingId(keys: readonly SigningKey[], text: string): string | null {
  if (!/^[\w-]{30}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const id = bytes.subarray(0, idLength);
  const checksum = bytes.subarray(idLength);
  return keys.some((key) => timingSafeEqual(checksumOf(key, id), checksum))
    ? id.toString('hex')
    : null;
}

function checksumOf(key: SigningKey, id: Buffer): Buffer {
  return createHmac('sha256', key.secret)
    .update('checksum\0')
    .update(id)
    .digest()
    .subarray(0, checksumLength);
}
