import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  recordClickConversion,
  recordConversion,
} from '../../../src/market/recorded-conversions/recorded-conversion.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { formatTrackingId } from '../../../src/supply/visitors/tracking-id';
import { dayMs } from '../../../src/time';
import { aNewConversion } from '../../support/conversions';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { type Market, minutesAfter, noon, usd, type Verifier } from '../../support/verifier';

let verifier: Verifier;
let conversionId: string;
let market: Market;
/** Of the visitor who saw an ad at noon. */
let seen: { readonly caseId: string; readonly trackingId: string };
beforeAll(async () => {
  verifier = await startVerifier();
});
beforeEach(async () => {
  const { ctx, clock } = verifier;
  clock.now = noon;
  market = await verifier.addMarket();
  const { campaignId, advertiserId } = market;
  conversionId = anId();
  await ctx.conversions.insert(
    aNewConversion({ id: conversionId, campaignId, advertiserId, value: usd(10) }),
  );
  seen = { caseId: anId(), trackingId: anId() };
  await verifier.store(market, seen);
});

const unsigned = { value: null, nonce: null, timestamp: null, signature: null };
const requestOf = (headers: Readonly<Record<string, string>>) => ({
  ...{ remoteAddress: '127.0.0.1', userAgent: 'test', isHead: false, headers },
});

/** @param caseId null: the visitor's cookie tells who converts */
async function convert(afterMs: number, caseId: string | null): Promise<void> {
  const { ctx, clock } = verifier;
  clock.now = new Date(noon.getTime() + afterMs);
  const [key] = ctx.trackingIdKeys;
  if (!key) throw new Error('there is a key');
  const cookie = `tid=${formatTrackingId(key, seen.trackingId)}`;
  const request = requestOf(caseId === null ? { cookie } : {});
  await recordConversion({ ...ctx, request }, { ...unsigned, id: conversionId, caseId });
}

const countRecorded = () =>
  verifier.db.collection('recordedConversions').countDocuments({ conversionId });

describe('a view', () => {
  it('converts by its case for 90 days, and not a moment longer', async () => {
    await expect(convert(90 * dayMs + 1, seen.caseId)).rejects.toThrow('has no impression');
    expect(await countRecorded()).toBe(0);
    await convert(90 * dayMs, seen.caseId);
    expect(await countRecorded()).toBe(1);
  });

  it('converts by its visitor for 30 days, and not a moment longer', async () => {
    await expect(convert(30 * dayMs + 1, null)).rejects.toThrow('has no impression');
    expect(await countRecorded()).toBe(0);
    await convert(30 * dayMs, null);
    expect(await countRecorded()).toBe(1);
  });
});

describe('a case of two offers', () => {
  /** Of the only conversion that is recorded. */
  const verdictOf = async () =>
    (await verifier.db.collection('recordedConversions').findOne({ conversionId }))?.verdict;

  it.each([
    ['accepted', 'not_offered', null],
    ['accepted', null, 'not_offered'],
    ['rejected', 'not_offered', 'not_offered'],
  ])(
    'has a conversion that is %s after views of which %s and %s are refused',
    async (status, ...views) => {
      const { ctx, clock } = verifier;
      const caseId = anId();
      for (const [minute, reason] of views.entries()) {
        clock.now = minutesAfter(noon, minute);
        const offeredAt = minutesAfter(clock.now, reason === null ? 0 : -60);
        await verifier.store(market, { caseId, offeredAt, exp: 1_800 });
      }
      await convert(2 * 60_000, caseId);
      await verifyAllDue(ctx);
      const reason = status === 'accepted' ? null : 'impression_rejected';
      expect(await verdictOf()).toMatchObject({ status, reason });
    },
  );

  it.each([
    ['the second', 2, 'not_offered', null],
    ['the first', 2, null, 'not_offered'],
    ['one', 2, null, null],
    ['the one that waits', 2, 'paid_at_once', null],
    ['none', 0, 'not_offered', 'not_offered'],
  ])('has %s of its clicks paid when it is confirmed', async (_which, cents, ...views) => {
    const { ctx, clock } = verifier;
    clock.now = noon;
    market = await verifier.addMarket({ campaign: { conversionClick: 'basic' } });
    const caseId = anId();
    for (const [minute, reason] of views.entries()) {
      clock.now = minutesAfter(noon, minute);
      const offeredAt = minutesAfter(clock.now, reason === 'not_offered' ? -60 : 0);
      const ofOffer = { caseId, offerId: anId(), offeredAt, exp: 1_800 };
      const needsConfirmation = reason !== 'paid_at_once';
      const price = usd(needsConfirmation ? 2 : 3);
      const click = { kind: 'click', price, needsConfirmation } as const;
      await verifier.store(market, ofOffer, { ...ofOffer, ...click });
    }
    clock.now = minutesAfter(noon, 3);
    await recordClickConversion(
      { ...ctx, request: requestOf({}) },
      { ...unsigned, id: market.campaignId, caseId },
    );
    await verifyAllDue(ctx);
    const { campaignId } = market;
    const stored = await verifier.db.collection('recordedConversions').findOne({ campaignId });
    const reason = cents === 0 ? 'click_rejected' : null;
    expect(stored?.verdict).toMatchObject({ reason, price: usd(cents) });
  });
});
