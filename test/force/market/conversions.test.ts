import { beforeAll, expect, it } from '@jest/globals';
import type { ConversionChanges } from '../../../src/demand/conversions/conversion.resource';
import { recordConversion } from '../../../src/market/recorded-conversions/recorded-conversion.service';
import type { AdEvent } from '../../../src/market/events/event';
import { verifyAgain } from '../../../src/money/verification/again/verify-again.service';
import type { Verdict } from '../../../src/money/verification/verdict';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { aNewConversion } from '../../support/conversions';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';

/** A publisher calls the advertiser's public link, as pages do, for the views of his own site. */
const home = '203.0.113.0';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const dollar = usd(100);

let one: Verifier;
beforeAll(async () => {
  // Rates of clicks have a test of their own.
  const any = '0';
  one = await startVerifier({
    env: {
      ADGATE_MAX_NETWORK_CLICK_SHARE: any,
      ADGATE_MAX_PAIR_CLICK_SHARE: any,
      ADGATE_MAX_SITE_CLICK_SHARE: any,
      ADGATE_MAX_VISITOR_CLICK_SHARE: any,
    },
  });
});

async function aMarket(terms: ConversionChanges = {}) {
  one.clock.now = eleven;
  const market = await one.addMarket();
  one.clock.now = noon;
  const { campaignId, advertiserId } = market;
  const definition = aNewConversion({ id: anId(), value: dollar, ...terms });
  await one.ctx.conversions.insert({ ...definition, campaignId, advertiserId });
  return { ...market, conversionId: definition.id };
}

const views = (market: Market, count: number) =>
  one.store(market, ...Array.from({ length: count }, () => ({ remoteAddress: home })));

/** Calls the link of the conversion for each of the cases, one after the other. */
async function call(
  { conversionId: id }: { readonly conversionId: string },
  events: readonly AdEvent[],
  remoteAddress = '203.0.113.7',
): Promise<void> {
  const request = { remoteAddress, userAgent: browser, isHead: false, headers: {} };
  for (const { caseId } of events) {
    one.clock.now = new Date(one.clock.now.getTime() + 10);
    const given = { id, caseId, value: null, nonce: null, timestamp: null, signature: null };
    await recordConversion({ ...one.ctx, request }, given);
  }
}

/** How many got each verdict, by conversion. */
async function verdictsOf({ conversionId }: { readonly conversionId: string }) {
  await verifyAllDue(one.ctx);
  one.clock.now = minutesAfter(one.clock.now, 10);
  await verifyAllDue(one.ctx);
  const recorded = one.db.collection<{ verdict?: Verdict }>('recordedConversions');
  const counts: Record<string, number> = {};
  for await (const { verdict } of recorded.find({ conversionId })) {
    const outcome = verdict?.reason ?? verdict?.status ?? 'waiting';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const clickOn = ({ caseId, offerId }: AdEvent) =>
  ({ kind: 'click', caseId, offerId, price: usd(2), remoteAddress: home }) as const;

it('costs nothing where the publisher calls the link for his own views', async () => {
  const market = await aMarket();
  await call(market, await views(market, 30));
  expect(await verdictsOf(market)).toEqual({ no_click: 30 });
});

it('costs nothing from a data centre, by a program, or from the other family of a house', async () => {
  const market = await aMarket();
  const seen = await views(market, 3);
  await call(market, seen.slice(0, 1), '54.160.0.9');
  await call(market, seen.slice(1, 2), '2001:db8:7::9');
  const request = {
    remoteAddress: '198.51.100.9',
    userAgent: 'curl/8',
    isHead: false,
    headers: {},
  };
  const given = { value: null, nonce: null, timestamp: null, signature: null };
  const { caseId } = seen[2]!;
  await recordConversion({ ...one.ctx, request }, { ...given, id: market.conversionId, caseId });
  expect(await verdictsOf(market)).toEqual({ no_click: 3 });
});

it('is paid after an accepted click, which may be stored after it', async () => {
  const market = await aMarket();
  const seen = await views(market, 3);
  const [first, second, third] = seen.map(clickOn);
  await one.store(market, first!, { ...third!, invalidTraffic: 'bot' });
  const before = one.clock.now;
  await call(market, seen);
  await verifyAllDue(one.ctx);
  await one.store(market, { ...second!, offeredAt: before, occurredAt: before });
  expect(await verdictsOf(market)).toEqual({ accepted: 2, no_click: 1 });
});

it('is paid from elsewhere, of one network as often as persons there may buy', async () => {
  const market = await aMarket();
  const seen = await views(market, 9);
  await call(market, seen.slice(0, 8), '198.51.100.9');
  await call(market, seen.slice(8), '192.0.2.9');
  expect(await verdictsOf(market)).toEqual({ accepted: 6, network_limit: 3 });
  const stored = one.db.collection('recordedConversions');
  expect(await stored.countDocuments({ remoteAddress: { $exists: true } })).toBe(0);
});

it('is paid as often in a day as its limit allows, and so again the day after', async () => {
  const market = await aMarket({ dailyLimit: 4 });
  const seen = await views(market, 12);
  await one.store(market, ...seen.map(clickOn));
  await call(market, seen.slice(0, 6));
  expect(await verdictsOf(market)).toEqual({ accepted: 4, conversion_limit: 2 });
  one.clock.now = minutesAfter(noon, 24 * 60);
  await one.ctx.rateStore.put({
    ...{ from: one.clock.now, rate: usd(2), setAt: one.clock.now, source: 'operator' },
  });
  await call(market, seen.slice(6));
  expect(await verdictsOf(market)).toEqual({ accepted: 8, conversion_limit: 4 });
});

it('stays as it was judged when hours are verified again', async () => {
  const hours = { from: noon, to: minutesAfter(noon, 60) };
  const again = await verifyAgain(one.ctx, hours);
  expect(again).toMatchObject({ pending: 0, changes: [], held: [] });
  // Those of the limits.
  expect(again.undecided).toBe(3 + 2);
});
