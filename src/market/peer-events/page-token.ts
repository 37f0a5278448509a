import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import { minuteMs } from '../../time';

const goodForMs = 10 * minuteMs;
/** Version, id of the key, Unix seconds, offer. */
const payloadLength = 22;
const version = 1;
const macCharacters = 22;
const pattern = /^[\w-]{52}$/;

/**
 * Signs the address of the page that shows that a browser is behind a case: 52 characters, base64url of 22 bytes (version, key,
 * time in Unix seconds, offer) and the first 132 bits of their HMAC-SHA-256.
 *
 * @param offerId see `peerOfferIdOf`
 */
export function signPage(keys: readonly SigningKey[], offerId: string, now: Date): string {
  const [key] = keys;
  if (!key) throw new Error('the ring of event keys is empty');
  const payload = Buffer.alloc(payloadLength);
  payload.writeUInt8(version, 0);
  payload.writeUInt8(key.keyId, 1);
  payload.writeUInt32BE(Math.floor(now.getTime() / 1_000), 2);
  payload.write(offerId, 6, 'hex');
  return payload.toString('base64url') + macOf(key, payload);
}

/** @returns the offer that a page was signed for; null: we did not sign it, or it is older than 10 minutes. */
export function readPage(keys: readonly SigningKey[], token: string, now: Date): string | null {
  if (!pattern.test(token)) return null;
  const payload = Buffer.from(token.slice(0, -macCharacters), 'base64url');
  const key = keys.find(({ keyId }) => keyId === payload[1]);
  if (!key || payload[0] !== version) return null;
  const expected = Buffer.from(macOf(key, payload));
  if (!timingSafeEqual(expected, Buffer.from(token.slice(-macCharacters)))) return null;
  const ageMs = now.getTime() - payload.readUInt32BE(2) * 1_000;
  return ageMs > goodForMs || ageMs < -goodForMs ? null : payload.toString('hex', 6);
}

const macOf = ({ secret }: SigningKey, payload: Buffer): string =>
  createHmac('sha256', secret)
    .update('page of another server’s case ')
    .update(payload)
    .digest('base64url')
    .slice(0, macCharacters);
