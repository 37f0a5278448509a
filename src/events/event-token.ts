import { hash, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors';
import type { SigningKey } from '../keys/signing-key.store';

/** What was offered for one placement of one find: all that its later events need to know. Ids are 32 lower-case hex. */
export interface Offer {
  readonly requestId: string;
  readonly placementId: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  /** null: a visitor who is not tracked. */
  readonly trackingId: string | null;
  /**
   * Which of the find's offers of this creative, from 0 to 63: two boxes of a page may be one placement and get the same.
   */
  readonly ordinal: number;
  /** Unix seconds. */
  readonly offeredAt: number;
}

/** What a token's URL records. */
export type EventKind = 'impression' | 'click';

/** How long after its offer an event is still taken. */
export const maxAgeSeconds = 24 * 60 * 60;
/** How far the clocks of two gateways may differ. */
const maxSkewSeconds = 5 * 60;

const formatUntracked = 0x80;
const formatTracked = 0x81;
const maxOrdinal = 63;
const idsOffset = 6;
const payloadLength = 134;
const signatureLength = 16;
const tokenLength = 150;
/** Base64 writes 3 bytes as 4 characters: what both tokens of an offer have in common ends here. */
const sharedLength = 132;
const noTrackingId = '0'.repeat(32);
const tokenPattern = /^[A-Za-z0-9_-]{200}$/;

const scratch = Buffer.alloc(tokenLength);

/**
 * Signs an offer with the first key of the ring.
 *
 * A token is the base64url, without padding, of 150 bytes; that is a multiple of three, so every token has exactly
 * one spelling of exactly 200 characters. Layout:
 *
 *     0    1  format: 0x80 without, 0x81 with a tracking id; plus 2 × ordinal
 *     1    1  id of the key
 *     2    4  offeredAt, big-endian Unix seconds
 *     6  128  requestId, placementId, siteId, publisherId, creativeId, campaignId, advertiserId, trackingId (else zeros)
 *   134   16  signature of bytes 0..133: the first half of their HMAC-SHA-256 in an impression's token, the second in
 *             a click's, so that neither is any use as the other
 */
export function signOffer(
  keys: readonly SigningKey[],
  offer: Offer,
): { readonly impressionToken: string; readonly clickToken: string } {
  const [key] = keys;
  if (!key) throw new Error('the ring of event keys is empty');
  writePayload(key.keyId, offer);
  const signature = hmacOf(key, scratch.subarray(0, payloadLength));
  const shared = scratch.toString('base64url', 0, sharedLength);
  scratch.write(signature.slice(0, 32), payloadLength, 'hex');
  const impressionToken = shared + scratch.toString('base64url', sharedLength);
  scratch.write(signature.slice(32), payloadLength, 'hex');
  return { impressionToken, clickToken: shared + scratch.toString('base64url', sharedLength) };
}

/**
 * The offer that a token of this kind was signed for.
 *
 * @throws {AppError} `FORBIDDEN` when we did not sign this very token for this kind of event, `GONE` when it is older
 * than 24 hours or from more than 5 minutes ahead.
 */
export function readToken(
  keys: readonly SigningKey[],
  kind: EventKind,
  token: string,
  now: Date,
): Offer {
  if (!tokenPattern.test(token)) throw refused();
  const bytes = Buffer.from(token, 'base64url');
  const key = keys.find(({ keyId }) => keyId === bytes[1]);
  if (!key) throw refused();
  const signature = Buffer.from(hmacOf(key, bytes.subarray(0, payloadLength)), 'hex');
  const half = kind === 'impression' ? 0 : signatureLength;
  const expected = signature.subarray(half, half + signatureLength);
  if (!timingSafeEqual(expected, bytes.subarray(payloadLength))) throw refused();
  const format = bytes[0];
  if (format === undefined || format < formatUntracked) throw refused();
  const offer = readPayload(bytes, format);
  const age = Math.floor(now.getTime() / 1000) - offer.offeredAt;
  if (age > maxAgeSeconds || age < -maxSkewSeconds)
    throw new AppError('GONE', 'the event URL is no longer valid');
  return offer;
}

function refused(): AppError {
  return new AppError('FORBIDDEN', 'the event URL is not one of ours');
}

/** One write for all eight ids: half the time of eight writes, and this runs for every creative found. */
function writePayload(keyId: number, offer: Offer): void {
  const { trackingId, offeredAt, ordinal } = offer;
  if (!(ordinal >= 0 && ordinal <= maxOrdinal)) throw new Error('the ordinal is not 0 to 63');
  scratch[0] = (trackingId === null ? formatUntracked : formatTracked) + 2 * ordinal;
  scratch[1] = keyId;
  scratch.writeUInt32BE(offeredAt, 2);
  const ids =
    offer.requestId +
    offer.placementId +
    offer.siteId +
    offer.publisherId +
    offer.creativeId +
    offer.campaignId +
    offer.advertiserId +
    (trackingId ?? noTrackingId);
  if (ids.length !== 256 || scratch.write(ids, idsOffset, 'hex') !== 128)
    throw new Error('an id of the offer is not 32 hex digits');
}

function readPayload(bytes: Buffer, format: number): Offer {
  const ids = bytes.toString('hex', idsOffset, payloadLength);
  const id = (index: number) => ids.slice(index * 32, index * 32 + 32);
  return {
    requestId: id(0),
    placementId: id(1),
    siteId: id(2),
    publisherId: id(3),
    creativeId: id(4),
    campaignId: id(5),
    advertiserId: id(6),
    trackingId: (format & 1) === 1 ? id(7) : null,
    ordinal: (format >> 1) & maxOrdinal,
    offeredAt: bytes.readUInt32BE(2),
  };
}

const blockLength = 64;

/** The two messages of a key's HMAC: the padded key, and room behind it for what is hashed. */
interface HmacBlocks {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

const hmacBlocks = new WeakMap<SigningKey, HmacBlocks>();

/**
 * HMAC-SHA-256 in hex (RFC 2104). By the one-shot hash: an Hmac object of Node's is a native handle, and handles
 * outlive the young generation; with three to a find, collecting them took longer than making them.
 */
function hmacOf(key: SigningKey, payload: Buffer): string {
  let blocks = hmacBlocks.get(key);
  if (!blocks) hmacBlocks.set(key, (blocks = toHmacBlocks(key)));
  const { inner, outer } = blocks;
  payload.copy(inner, blockLength);
  outer.write(hash('sha256', inner, 'hex'), blockLength, 'hex');
  return hash('sha256', outer, 'hex');
}

function toHmacBlocks({ secret }: SigningKey): HmacBlocks {
  if (secret.length > blockLength) throw new Error('the key is longer than a block of SHA-256');
  const padded = (length: number, mask: number) => {
    const block = Buffer.alloc(blockLength + length);
    secret.copy(block);
    for (let at = 0; at < blockLength; at += 1) block[at]! ^= mask;
    return block;
  };
  return { inner: padded(payloadLength, 0x36), outer: padded(32, 0x5c) };
}
