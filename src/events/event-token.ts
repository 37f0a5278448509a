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

const formatUntracked = 0x10;
const formatTracked = 0x11;
const maxOrdinal = 63;
const idsOffset = 7;
/** A multiple of 3: in base64url it has one spelling. */
const payloadLength = 135;
const payloadCharacters = 180;
const signatureCharacters = 21;
const noTrackingId = '0'.repeat(32);
const tokenPattern = /^[A-Za-z0-9_-]{201}$/;

/**
 * Signs an offer with the first key of the ring.
 *
 * A token is 201 characters: the base64url of 135 bytes, and a signature of 21 characters. Layout of the bytes:
 *
 *     0    1  format: 0x10 without, 0x11 with a tracking id
 *     1    1  id of the key
 *     2    1  ordinal
 *     3    4  offeredAt, big-endian Unix seconds
 *     7  128  requestId, placementId, siteId, publisherId, creativeId, campaignId, advertiserId, trackingId (else zeros)
 *
 * Of the base64url of their HMAC-SHA-256, an impression's token has the first 21 characters (126 bits), a click's the
 * second 21: neither is any use as the other. What is compared are the characters, so that every token has exactly one
 * spelling.
 */
export function signOffer(
  keys: readonly SigningKey[],
  offer: Offer,
): { readonly impressionToken: string; readonly clickToken: string } {
  const [key] = keys;
  if (!key) throw new Error('the ring of event keys is empty');
  const message = messageOf(key);
  writePayload(message.payload, key.keyId, offer);
  const shared = message.payload.toString('base64url');
  const signature = sign(message);
  return {
    impressionToken: shared + signatureOf('impression', signature),
    clickToken: shared + signatureOf('click', signature),
  };
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
  const payload = Buffer.from(token.slice(0, payloadCharacters), 'base64url');
  const key = keys.find(({ keyId }) => keyId === payload[1]);
  if (!key) throw refused();
  const message = messageOf(key);
  payload.copy(message.payload);
  const expected = Buffer.from(signatureOf(kind, sign(message)));
  if (!timingSafeEqual(expected, Buffer.from(token.slice(payloadCharacters)))) throw refused();
  const [format] = payload;
  if (format !== formatUntracked && format !== formatTracked) throw refused();
  const offer = readPayload(payload, format);
  const age = Math.floor(now.getTime() / 1000) - offer.offeredAt;
  if (age > maxAgeSeconds || age < -maxSkewSeconds)
    throw new AppError('GONE', 'the event URL is no longer valid');
  return offer;
}

function refused(): AppError {
  return new AppError('FORBIDDEN', 'the event URL is not one of ours');
}

/** One write for all eight ids: half the time of eight writes, and this runs for every creative found. */
function writePayload(payload: Buffer, keyId: number, offer: Offer): void {
  const { trackingId, offeredAt, ordinal } = offer;
  if (!(ordinal >= 0 && ordinal <= maxOrdinal)) throw new Error('the ordinal is not 0 to 63');
  payload[0] = trackingId === null ? formatUntracked : formatTracked;
  payload[1] = keyId;
  payload[2] = ordinal;
  payload.writeUInt32BE(offeredAt, 3);
  const ids =
    offer.requestId +
    offer.placementId +
    offer.siteId +
    offer.publisherId +
    offer.creativeId +
    offer.campaignId +
    offer.advertiserId +
    (trackingId ?? noTrackingId);
  if (ids.length !== 256 || payload.write(ids, idsOffset, 'hex') !== 128)
    throw new Error('an id of the offer is not 32 hex digits');
}

function readPayload(payload: Buffer, format: number): Offer {
  const ids = payload.toString('hex', idsOffset);
  const id = (index: number) => ids.slice(index * 32, index * 32 + 32);
  return {
    requestId: id(0),
    placementId: id(1),
    siteId: id(2),
    publisherId: id(3),
    creativeId: id(4),
    campaignId: id(5),
    advertiserId: id(6),
    trackingId: format === formatTracked ? id(7) : null,
    ordinal: payload[2]!,
    offeredAt: payload.readUInt32BE(3),
  };
}

const blockLength = 64;

/** The two messages of a key's HMAC: the padded key, and behind it what is hashed. */
interface Message {
  readonly inner: Buffer;
  readonly outer: Buffer;
  /** The place in `inner` for what is to be signed. */
  readonly payload: Buffer;
}

const messages = new WeakMap<SigningKey, Message>();

function messageOf(key: SigningKey): Message {
  let message = messages.get(key);
  if (!message) messages.set(key, (message = toMessage(key)));
  return message;
}

/**
 * HMAC-SHA-256 (RFC 2104) of the payload, 43 characters base64url. By the one-shot hash: an Hmac object of Node's is a
 * native handle, and handles outlive the young generation; with three to a find, collecting them took longer than
 * making them.
 */
function sign({ inner, outer }: Message): string {
  outer.write(hash('sha256', inner, 'hex'), blockLength, 'hex');
  return hash('sha256', outer, 'base64url');
}

function signatureOf(kind: EventKind, signature: string): string {
  const start = kind === 'impression' ? 0 : signatureCharacters;
  return signature.slice(start, start + signatureCharacters);
}

function toMessage({ secret }: SigningKey): Message {
  if (secret.length > blockLength) throw new Error('the key is longer than a block of SHA-256');
  const padded = (length: number, mask: number) => {
    const block = Buffer.alloc(blockLength + length);
    secret.copy(block);
    for (let at = 0; at < blockLength; at += 1) block[at]! ^= mask;
    return block;
  };
  const inner = padded(payloadLength, 0x36);
  return { inner, outer: padded(32, 0x5c), payload: inner.subarray(blockLength) };
}
