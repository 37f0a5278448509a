import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { maxAmount } from '../../../src/amount';
import { AppError } from '../../../src/errors';
import {
  type EventKind,
  type Offer,
  readToken,
  signOffer,
} from '../../../src/market/events/event-token';

const offeredAt = 1_780_000_000;
const at = (secondsLater: number) => new Date((offeredAt + secondsLater) * 1000);
const hour = 3600;

const id = () => randomBytes(16).toString('hex');
const anOffer = (change: Partial<Offer> = {}): Offer => ({
  requestId: id(),
  placementId: id(),
  siteId: id(),
  publisherId: id(),
  creativeId: id(),
  campaignId: id(),
  advertiserId: id(),
  trackingId: id(),
  ordinal: 0,
  offeredAt,
  viewPrice: 200_000_000n,
  clickPrice: 5_000_000_000n,
  needsConfirmation: false,
  isTest: false,
  isWeb: false,
  isForeign: false,
  unmeasuredPrice: 100,
  ...change,
});
const aKey = (keyId = 1) => ({ keyId, secret: createSecretKey(randomBytes(32)) });
const keys = [aKey()];

/** The code of the error that a read ends with; the offer when it does not. */
function outcomeOf(kind: EventKind, token: string, now = at(1), ring = keys): unknown {
  try {
    return readToken(ring, kind, token, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

describe('event tokens', () => {
  it.each([
    ['with a tracking id', anOffer()],
    ['without one', anOffer({ trackingId: null })],
    ['of the second of two boxes', anOffer({ ordinal: 1 })],
    ['of the last of 64, untracked', anOffer({ ordinal: 63, trackingId: null })],
    ['of which nothing is paid', anOffer({ viewPrice: 0n, clickPrice: 0n })],
    ['at the least prices', anOffer({ viewPrice: 1n, clickPrice: 1n })],
    [
      'at the greatest prices',
      anOffer({ viewPrice: maxAmount / 1000n, clickPrice: 2n ** 57n - 1n }),
    ],
    ['whose click needs confirmation', anOffer({ needsConfirmation: true })],
    ['in test mode', anOffer({ isTest: true })],
    ['of the web', anOffer({ isWeb: true })],
    ['of another server', anOffer({ isForeign: true })],
    ['at each quarter of a second', anOffer({ offeredAt: offeredAt + 0.75, ordinal: 63 })],
    ['whose view has to be measured', anOffer({ unmeasuredPrice: null })],
    ['whose view is free unmeasured', anOffer({ unmeasuredPrice: 0, isWeb: true })],
    [
      'whose view costs less unmeasured, at the greatest price of a click',
      anOffer({ unmeasuredPrice: 99, clickPrice: 2n ** 57n - 1n, isForeign: true }),
    ],
    ['with all of it', anOffer({ isTest: true, needsConfirmation: true, isWeb: true })],
    ['whose click does, untracked', anOffer({ needsConfirmation: true, trackingId: null })],
  ])('give back the offer %s, as impression and as click', (_case, offer) => {
    const { impressionToken, clickToken } = signOffer(keys, offer);
    expect(outcomeOf('impression', impressionToken)).toEqual(offer);
    expect(outcomeOf('click', clickToken)).toEqual(offer);
  });

  it('are 221 characters that need no escaping in a URL', () => {
    const { impressionToken, clickToken } = signOffer(keys, anOffer());
    for (const token of [impressionToken, clickToken]) expect(token).toMatch(/^[\w-]{221}$/);
  });

  it.each([
    ['at once', 0, 'impression'],
    ['after 24 hours', 24 * hour, 'impression'],
    ['on a clock 5 minutes behind', -300, 'click'],
  ] as const)('are taken %s', (_case, seconds, kind) => {
    const offer = anOffer();
    const { impressionToken, clickToken } = signOffer(keys, offer);
    const token = kind === 'impression' ? impressionToken : clickToken;
    expect(outcomeOf(kind, token, at(seconds))).toEqual(offer);
  });

  it.each([
    ['24 hours and a second later', 24 * hour + 1],
    ['on a clock more than 5 minutes behind', -301],
  ])('are GONE %s', (_case, seconds) => {
    const { impressionToken } = signOffer(keys, anOffer());
    expect(outcomeOf('impression', impressionToken, at(seconds))).toBe('GONE');
  });

  it('of one kind are refused as the other', () => {
    const { impressionToken, clickToken } = signOffer(keys, anOffer());
    expect(outcomeOf('click', impressionToken)).toBe('FORBIDDEN');
    expect(outcomeOf('impression', clickToken)).toBe('FORBIDDEN');
  });

  const { impressionToken: good } = signOffer(keys, anOffer());
  it.each([
    ['nothing', ''],
    ['one character less', good.slice(1)],
    ['one character more', `${good}A`],
    ['a line break at the end', `${good}\n`],
    ['the other alphabet of base64', `${good.slice(0, 100)}+${good.slice(101)}`],
    ['padding', `${good.slice(0, 220)}=`],
    ['a character beyond ASCII', `${good.slice(0, 220)}\u0141`],
    ['two tokens', good + good],
    ['221 arbitrary characters', 'A'.repeat(221)],
  ])('are refused when they are %s', (_case, token) => {
    expect(outcomeOf('impression', token)).toBe('FORBIDDEN');
  });

  it('are refused with any one bit of the payload changed', () => {
    const bytes = Buffer.from(good.slice(0, 200), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      const token = altered.toString('base64url') + good.slice(200);
      expect(outcomeOf('impression', token)).toBe('FORBIDDEN');
    }
  });

  it('have one spelling: every change of a character is refused', () => {
    for (let index = 0; index < good.length; index += 1) {
      const other = good[index] === 'A' ? 'B' : 'A';
      const altered = good.slice(0, index) + other + good.slice(index + 1);
      expect(outcomeOf('impression', altered)).toBe('FORBIDDEN');
    }
  });

  it('none of 1,000 altered, expired, crossed and invented ones is accepted', () => {
    const strangers = [aKey()];
    const attacks: readonly ((offer: Offer) => readonly [EventKind, string, Date])[] = [
      (offer) => ['click', signOffer(keys, offer).impressionToken, at(1)],
      (offer) => ['impression', signOffer(keys, offer).impressionToken, at(25 * hour)],
      (offer) => ['impression', signOffer(strangers, offer).impressionToken, at(1)],
      (offer) => ['click', exchangeCreative(signOffer(keys, offer).clickToken), at(1)],
      () => ['click', randomBytes(166).toString('base64url').slice(0, 221), at(1)],
    ];
    const accepted = Array.from({ length: 1000 }, (_value, index) => {
      const [kind, token, now] = attacks[index % attacks.length]!(anOffer());
      return outcomeOf(kind, token, now);
    }).filter((outcome) => outcome !== 'FORBIDDEN' && outcome !== 'GONE');
    expect(accepted).toEqual([]);
  });
});

describe('the signature of event tokens', () => {
  it('is the HMAC-SHA-256 of the payload, 126 bits of it in each token', () => {
    const { impressionToken, clickToken } = signOffer(keys, anOffer());
    const payload = impressionToken.slice(0, 200);
    const expected = createHmac('sha256', keys[0]!.secret)
      .update(Buffer.from(payload, 'base64url'))
      .digest('base64url');
    expect(impressionToken).toBe(payload + expected.slice(0, 21));
    expect(clickToken).toBe(payload + expected.slice(21, 42));
  });
});

describe('rings of event keys', () => {
  const old = aKey(1);
  const current = aKey(2);

  it('sign with the first key and still read what the others have signed', () => {
    const offer = anOffer();
    const before = signOffer([old], offer).clickToken;
    const after = signOffer([current, old], offer).clickToken;
    expect(outcomeOf('click', before, at(1), [current, old])).toEqual(offer);
    expect(outcomeOf('click', after, at(1), [current, old])).toEqual(offer);
    expect(outcomeOf('click', after, at(1), [old])).toBe('FORBIDDEN');
  });

  it('do not read with one key what claims to be of another', () => {
    const impostor = { keyId: 2, secret: old.secret };
    const token = signOffer([impostor], anOffer()).clickToken;
    expect(outcomeOf('click', token, at(1), [current, old])).toBe('FORBIDDEN');
  });

  it.each([
    ['an id that is no hex', { creativeId: 'x'.repeat(32) }],
    ['an id that is too short', { creativeId: 'ab' }],
  ])('never sign %s', (_case, change) => {
    expect(() => signOffer(keys, anOffer(change))).toThrow('not 32 hex digits');
  });

  it.each([-1, 64, Number.NaN])('never sign the ordinal %d', (ordinal) => {
    expect(() => signOffer(keys, anOffer({ ordinal }))).toThrow('not 0 to 63');
  });

  it.each([
    ['a view below 0', { viewPrice: -1n }],
    ['a view above a thousandth of the greatest amount', { viewPrice: maxAmount / 1000n + 1n }],
    ['a click below 0', { clickPrice: -1n }],
    ['a click above what its bits hold', { clickPrice: 2n ** 57n }],
    ['a view without evidence below 0', { unmeasuredPrice: -1 }],
    ['a view without evidence above the full price', { unmeasuredPrice: 102 }],
  ])('never sign the price of %s', (_case, change) => {
    expect(() => signOffer(keys, anOffer(change))).toThrow('out of range');
  });
});

/** The token with another creative in it. */
function exchangeCreative(token: string): string {
  const bytes = Buffer.from(token.slice(0, 200), 'base64url');
  randomBytes(16).copy(bytes, 22 + 4 * 16);
  return bytes.toString('base64url') + token.slice(200);
}
