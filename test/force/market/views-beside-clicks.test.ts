import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CampaignPacing } from '../../../src/demand/campaigns/campaign.resource';
import type { AdEvent } from '../../../src/market/events/event';
import type { RecordedConversion } from '../../../src/market/recorded-conversions/recorded-conversion';
import { createAccountFunds } from '../../../src/money/budgets/account-funds';
import { cutSlices } from '../../../src/money/budgets/cut-slices';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { verifyAgain } from '../../../src/money/verification/again/verify-again.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { noFlight } from '../../support/budgets';
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
import { noPeriods } from '../../../src/demand/campaigns/campaign-state';

/**
 * A publisher whose visitors click far more than was expected, and an advertiser's own conversions: whatever they cost, each view
 * that was offered, and is seen while its offer is good, is paid.
 */
const prices = { view: usd(10), click: usd(100) } as const;
const budget = usd(400);
const coin = 10n ** 11n;

let one: Verifier;
beforeAll(async () => {
  const any = '0';
  one = await startVerifier({
    env: {
      ADGATE_MAX_NETWORK_CLICK_SHARE: any,
      ADGATE_MAX_PAIR_CLICK_SHARE: any,
      ADGATE_MAX_SITE_CLICK_SHARE: any,
      ADGATE_MAX_VISITOR_CLICK_SHARE: any,
    },
  });
  await one.ctx.rates.refresh();
});

const verify = () => verifyAllDue(one.ctx);
const later = (minutes: number) => (one.clock.now = minutesAfter(one.clock.now, minutes));

/** An advertiser with a budget of 40 views an hour; with funds, of as much. */
async function aMarket({ isFunded }: { readonly isFunded: boolean }): Promise<Market> {
  one.clock.now = eleven;
  const campaign = { hourlyBudget: budget, maxCpm: prices.view * 1_000n, maxCpc: prices.click };
  const market = await one.addMarket({ campaign, creditLimit: isFunded ? 0n : null });
  // 2 cents a coin.
  const amount = (budget / usd(2)) * coin;
  if (isFunded) await bookDeposit(one.ctx, { accountId: market.advertiserId, amount });
  one.clock.now = noon;
  return market;
}

/** Offers as a gateway makes them, which a slice of the campaign's hour pays for. */
async function offersOf({ campaignId, advertiserId }: Market, offers: number) {
  const accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  const { campaignHours, campaigns } = one.ctx;
  const { hourlyBudget } = (await campaigns.findById(campaignId)) ?? { hourlyBudget: 0n };
  const pacing: CampaignPacing = 'asap';
  const offerCost = prices.view + prices.click / 100n;
  const wish = {
    ...{ campaignId, advertiserId, budget: hourlyBudget, pacing, offerCost, offers },
    ...noPeriods,
    ...noFlight,
    ...{ viewPrice: prices.view, leastFree: prices.view + prices.click, owed: 0n },
  };
  const sources = {
    campaignHours,
    accountFunds,
    trafficCurve: one.ctx.trafficCurve,
    offerMinutes: 30,
  };
  const cut = (await cutSlices(sources, [wish], one.clock.now)).get(campaignId);
  const offeredAt = one.clock.now;
  return Array.from({ length: Number((cut?.granted ?? 0n) / offerCost) }, () => ({ offeredAt }));
}

async function store(market: Market, events: readonly Partial<AdEvent>[]) {
  return events.length === 0 ? [] : await one.store(market, ...events);
}

const see = (market: Market, offers: readonly { readonly offeredAt: Date }[]) =>
  store(
    market,
    offers.map((offer) => ({ ...offer, exp: 1_800, price: prices.view, isMeasured: true })),
  );

const click = (market: Market, views: readonly AdEvent[]) =>
  store(
    market,
    views.map(({ caseId, offerId, offeredAt }) => ({
      ...({ kind: 'click', caseId, offerId, offeredAt, exp: 1_800, price: prices.click } as const),
      isMeasured: true,
    })),
  );

/** A signed conversion of a view, out of the hour's budget. */
async function convert(market: Market, view: AdEvent, value: bigint): Promise<void> {
  const { campaignId, advertiserId } = market;
  const { caseId, id: eventId, publisherId, siteId, placementId, creativeId } = view;
  const record: RecordedConversion = {
    ...{ id: anId(), conversionId: anId(), campaignId, advertiserId, limitType: 'in_budget' },
    cases: [{ caseId, eventId, publisherId, siteId, placementId, creativeId, value }],
    occurredAt: one.clock.now,
    evidence: 'signed',
  };
  await one.ctx.inTransaction((session) =>
    one.ctx.recordedConversions.insert(record, { claims: [], nonce: null }, session),
  );
}

type Act =
  | { readonly kind: 'offer' | 'see' | 'click'; readonly count: number }
  | { readonly kind: 'convert'; readonly cents: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'budget'; readonly cents: number }
  | { readonly kind: 'verify' };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('offer'), count: fc.nat(8) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('see'), count: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('click'), count: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('convert'), cents: fc.nat(300) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('budget'), cents: fc.nat(500) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('verify') }) },
) as fc.Arbitrary<Act>;

async function liveThrough(market: Market, acts: readonly Act[]) {
  let open: { readonly offeredAt: Date }[] = [];
  const seen: AdEvent[] = [];
  const unclicked: AdEvent[] = [];
  const clicks: AdEvent[] = [];
  const seeSome = async (count: number) => {
    const oldest = one.clock.now.getTime() - 29.9 * 60_000;
    open = open.filter(({ offeredAt }) => offeredAt.getTime() > oldest);
    const views = await see(market, open.splice(0, count));
    seen.push(...views);
    unclicked.push(...views);
  };
  for (const done of acts) {
    if (done.kind === 'offer') open.push(...(await offersOf(market, done.count)));
    else if (done.kind === 'see') await seeSome(done.count);
    else if (done.kind === 'click')
      clicks.push(...(await click(market, unclicked.splice(0, done.count))));
    else if (done.kind === 'convert' && seen[0]) await convert(market, seen[0], usd(done.cents));
    else if (done.kind === 'wait') later(done.seconds / 60);
    else if (done.kind === 'budget') {
      const { campaignId: id, advertiserId } = market;
      // The time of an offer is its second.
      later(1 / 60);
      await one.ctx.campaigns.update({ id, advertiserId }, { hourlyBudget: usd(done.cents) });
    } else if (done.kind === 'verify') await verify();
  }
  await seeSome(Infinity);
  await verify();
  return { seen, clicks };
}

it('clicks beyond what was expected wait for the views, and get what these leave', async () => {
  const market = await aMarket({ isFunded: false });
  const offers = [...(await offersOf(market, 16)), ...(await offersOf(market, 16))];
  expect(offers.length).toBeGreaterThan(25);
  const early = await see(market, offers.splice(0, 10));
  const clicks = await click(market, early);
  await verify();
  const counts = async () => {
    const reasons = await one.reasonsOf(clicks);
    const of = (reason: string) => reasons.filter((each) => each === reason).length;
    return { accepted: of('accepted'), waiting: of('waiting'), refused: of('budget_spent') };
  };
  const first = await counts();
  expect(first.waiting).toBeGreaterThan(5);
  const late = await see(market, offers.splice(0, 5));
  await verify();
  expect(await one.reasonsOf(late)).toEqual(late.map(() => 'accepted'));
  // The others have run out by then.
  later(89);
  await verify();
  const views = BigInt(early.length + late.length);
  const affordable = Number((budget - views * prices.view) / prices.click);
  expect(await counts()).toEqual({ accepted: affordable, waiting: 0, refused: 10 - affordable });
  const range = { from: noon, to: minutesAfter(noon, 60) };
  later(120);
  expect(await verifyAgain(one.ctx, range)).toMatchObject({ total: { count: 0 } });
});

it.each([
  ['budget', false],
  ['funds', true],
])('no valid view of a live offer is refused for want of %s', async (_what, isFunded) => {
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 10, maxLength: 30 }),
    async (acts) => {
      const market = await aMarket({ isFunded });
      const { seen } = await liveThrough(market, acts);
      const refused = (await one.reasonsOf(seen)).filter((reason) => reason !== 'accepted');
      expect(refused).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 8, seed: 31 });
});
