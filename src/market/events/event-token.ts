import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Amount, maxAmount } from '../../amount';
import { AppError } from '../../errors';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import { maxAgeSeconds, maxSkewSeconds } from './offer-lifetime';

/** A creative offered for one placement of one find: all that its later events need to know. Ids are 32 lower-case hex. */
export interface Offer {
  /** Made anew for each find, whatever the client calls its page impression. */
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
   * Counts the find's offers of this creative, from 0 to 63: two boxes of a page may be one placement and get the same.
   */
  readonly ordinal: number;
  /** Unix seconds, in quarters: views are too early by less than a second. */
  readonly offeredAt: number;
  /** True where it was offered to a site of the web, whose visitors have browsers. */
  readonly isWeb: boolean;
  /** True where the creative is another server's: its events go on to that one. */
  readonly isForeign: boolean;
  /** USD of its view. At most a thousandth of the greatest amount: prices of views are set for a thousand. */
  readonly viewPrice: Amount;
  /** USD of its click, at most 1,441,151; 0: free. */
  readonly clickPrice: Amount;
  /** Percent of `viewPrice` for a view that the tag has not measured, 0 to 100; null: such a view is refused. */
  readonly unmeasuredPrice: number | null;
  /** True where the offer's click counts only once the landing page confirms the click. */
  readonly needsConfirmation: boolean;
  /** True where the offer was made in test mode: its events are answered as always, and never kept. */
  readonly isTest: boolean;
}

/** Says that an advertiser's campaign is shown on a site of the same account: this costs nothing, and earns nothing. */
export const isOnOwnSite = ({
  advertiserId,
  publisherId,
}: Pick<Offer, 'advertiserId' | 'publisherId'>): boolean => advertiserId === publisherId;

/** The event that a token's URL records. */
export type EventKind = 'impression' | 'click';

const format = 0x20;
const trackedFlag = 0x01;
const confirmationFlag = 0x02;
const testFlag = 0x04;
const foreignFlag = 0x08;
const webFlag = 0x10;
/** Servers that do not know the terms of views without evidence refuse a token that has them. */
const evidenceFlag = 0x40;
const allFlags = trackedFlag | confirmationFlag | testFlag | foreignFlag | webFlag | evidenceFlag;
/** The quarter of the second stands above it, in the same byte. */
const maxOrdinal = 63;
const quarterShift = 6;
const maxViewPrice = maxAmount / 1000n;
const viewPriceOffset = 7;
const clickPriceOffset = 14;
const clickPriceBits = 57n;
const maxClickPrice = 2n ** clickPriceBits - 1n;
const fullPrice = 100;
/** In the place of a percentage: a view without evidence is refused. */
const noPrice = 101;
const idsOffset = 22;
/** A multiple of 3: in base64url it has one spelling. */
const payloadLength = 150;
const payloadCharacters = 200;
const signatureCharacters = 21;
const noTrackingId = '0'.repeat(32);
const tokenPattern = /^[A-Za-z0-9_-]{221}$/;

/**
 * Signs an offer with the first key of the ring.
 *
 * A token is 221 characters: the base64url of 150 bytes, and a signature of 21 characters. Layout of the bytes, numbers
 * big-endian:
 *
 *     0    1  format: 0x20, + 0x01 with a tracking id, + 0x02 where the click needs confirmation,
 *               + 0x04 in test mode, + 0x08 of another server, + 0x10 of the web,
 *               + 0x40 where a view that was not measured costs less
 *     1    1  id of the key
 *     2    1  ordinal, + 0x40 for each quarter of a second that offeredAt has beside its whole ones
 *     3    4  offeredAt, whole Unix seconds
 *     7    7  viewPrice, 10^-11 USD
 *    14    8  clickPrice, 10^-11 USD, in its lower 57 bits; with 0x40 unmeasuredPrice above them, 101 for null
 *    22  128  requestId, placementId, siteId, publisherId, creativeId, campaignId, advertiserId, trackingId (else zeros)
 *
 * An impression's token has the first 21 characters (126 bits) of the base64url of their HMAC-SHA-256, a click's the
 * second 21: neither is any use as the other. The characters are compared, not the bytes, so that every token has exactly
 * one spelling.
 */
export function signOffer(
  keys: readonly SigningKey[],
  offer: Offer,
): { readonly impressionToken: string; readonly clickToken: string } {
  const [key] = keys;
  if (!key) throw new Error('the ring of event keys is empty');
  const payload = Buffer.allocUnsafe(payloadLength);
  writePayload(payload, key.keyId, offer);
  const shared = payload.toString('base64url');
  const signature = sign(key, payload);
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
  const expected = Buffer.from(signatureOf(kind, sign(key, payload)));
  if (!timingSafeEqual(expected, Buffer.from(token.slice(payloadCharacters)))) throw refused();
  const flags = payload.readUInt8(0) ^ format;
  if ((flags & ~allFlags) !== 0) throw refused();
  const offer = readPayload(payload, flags);
  const age = Math.floor(now.getTime() / 1000) - offer.offeredAt;
  if (age > maxAgeSeconds || age < -maxSkewSeconds)
    throw new AppError('GONE', 'the event URL is no longer valid');
  return offer;
}

function refused(): AppError {
  return new AppError('FORBIDDEN', 'the event URL is not one of ours');
}

function writePayload(payload: Buffer, keyId: number, offer: Offer): void {
  const { trackingId, offeredAt, ordinal, viewPrice } = offer;
  if (!(ordinal >= 0 && ordinal <= maxOrdinal)) throw new Error('the ordinal is not 0 to 63');
  if (!(viewPrice >= 0n && viewPrice <= maxViewPrice))
    throw new Error('the price of a view is out of range');
  // Eight bytes for seven: the first of them is zero, and the next write covers it.
  payload.writeBigUInt64BE(viewPrice, viewPriceOffset - 1);
  const seconds = Math.floor(offeredAt);
  payload.writeUInt32BE(seconds, 3);
  payload.writeBigUInt64BE(clickTermsOf(offer), clickPriceOffset);
  payload[0] =
    format |
    (trackingId === null ? 0 : trackedFlag) |
    (offer.needsConfirmation ? confirmationFlag : 0) |
    (offer.isTest ? testFlag : 0) |
    (offer.isWeb ? webFlag : 0) |
    (offer.isForeign ? foreignFlag : 0) |
    (offer.unmeasuredPrice === fullPrice ? 0 : evidenceFlag);
  payload[1] = keyId;
  payload[2] = ordinal | (Math.floor((offeredAt - seconds) * 4) << quarterShift);
  // All ids in one text: one check of their length, and one write.
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

/** The price of the click, and above it that of views without evidence where it is not the full one. */
function clickTermsOf({ clickPrice, unmeasuredPrice }: Offer): bigint {
  if (!(clickPrice >= 0n && clickPrice <= maxClickPrice))
    throw new Error('the price of a click is out of range');
  if (unmeasuredPrice === fullPrice) return clickPrice;
  const percent = unmeasuredPrice ?? noPrice;
  if (!(percent >= 0 && percent <= noPrice)) throw new Error('a percentage is out of range');
  return clickPrice | (BigInt(percent) << clickPriceBits);
}

function readPercent(clickTerms: bigint): number | null {
  const percent = Number(clickTerms >> clickPriceBits);
  return percent === noPrice ? null : percent;
}

function readPayload(payload: Buffer, flags: number): Offer {
  const ids = payload.toString('hex', idsOffset);
  const id = (index: number) => ids.slice(index * 32, index * 32 + 32);
  const clickTerms = payload.readBigUInt64BE(clickPriceOffset);
  return {
    requestId: id(0),
    placementId: id(1),
    siteId: id(2),
    publisherId: id(3),
    creativeId: id(4),
    campaignId: id(5),
    advertiserId: id(6),
    trackingId: flags & trackedFlag ? id(7) : null,
    ordinal: payload.readUInt8(2) & maxOrdinal,
    offeredAt: payload.readUInt32BE(3) + (payload.readUInt8(2) >> quarterShift) / 4,
    isWeb: (flags & webFlag) !== 0,
    isForeign: (flags & foreignFlag) !== 0,
    viewPrice: payload.readBigUInt64BE(viewPriceOffset - 1) & 0xff_ffff_ffff_ffffn,
    clickPrice: BigInt.asUintN(Number(clickPriceBits), clickTerms),
    unmeasuredPrice: (flags & evidenceFlag) === 0 ? fullPrice : readPercent(clickTerms),
    needsConfirmation: (flags & confirmationFlag) !== 0,
    isTest: (flags & testFlag) !== 0,
  };
}

/** HMAC-SHA-256 of a payload, 43 characters base64url. */
function sign(key: SigningKey, payload: Buffer): string {
  return createHmac('sha256', key.secret).update(payload).digest('base64url');
}

function signatureOf(kind: EventKind, signature: string): string {
  const start = kind === 'impression' ? 0 : signatureCharacters;
  return signature.slice(start, start + signatureCharacters);
}
