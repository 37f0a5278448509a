import { randomUUID } from 'node:crypto';
import { AppError } from '../../src/errors';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { recordClick, recordImpression } from '../../src/market/events/event.service';
import { noEvidence } from '../../src/market/events/evidence';
import { recordConversion } from '../../src/market/recorded-conversions/recorded-conversion.service';
import type { Bid } from '../../src/market/serving/bid';
import { bookDeposit, bookWithdrawal } from '../../src/money/pockets/pocket.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { createActiveCampaign, usd } from './campaigns';
import { fundsOf } from '../../src/money/books/book';
import { aNewConversion } from './conversions';
import { anId } from './events';
import { bidsOf, requestAfter } from './happened-finds';
import type { PageVisit } from './market-hour';
import { secondsAfter } from './traffic';
import { eleven, minutesAfter, noon, type Verifier } from './verifier';

/** The advertisers: one keeps to what was agreed, the others take it back at ten past twelve. */
export const advertisers = ['steady', 'lowering', 'pausing', 'withdrawing'] as const;
export type Advertiser = (typeof advertisers)[number];

export const terms = {
  hourlyBudget: usd('16'),
  viewPrice: usd('0.002'),
  clickPrice: usd('0.05'),
  saleValue: usd('0.1'),
  /** Coins of the advertiser who withdraws. */
  deposit: usd('5000'),
} as const;
export const takenBackAt = secondsAfter(600);

/** An ad that a page was answered with, and whose it is. */
export interface ShownAd {
  readonly visit: PageVisit;
  readonly advertiser: Advertiser;
}

export interface HappenedHour {
  readonly ads: readonly ShownAd[];
  readonly idsOf: ReadonlyMap<Advertiser, string>;
}

interface OwnAd {
  readonly advertiser: Advertiser;
  /** null: he pays for none. */
  readonly conversionId: string | null;
  readonly campaignId: string;
}

/** Lets an hour happen on a new market, each act at its time, and has it verified every five minutes. */
export async function happenHour(
  one: Verifier,
  visits: readonly PageVisit[],
): Promise<HappenedHour> {
  one.clock.now = eleven;
  const idsOf = new Map<Advertiser, string>();
  const adOf = new Map<string, OwnAd>();
  await one.ctx.rates.refresh();
  for (const advertiser of advertisers) await addAdvertiser(one, advertiser, { idsOf, adOf });
  const ads: ShownAd[] = [];
  const plan = new Plan(one);
  for (const visit of visits)
    plan.add(visit.foundAt, async () => {
      for (const bid of await bidsOf(one, visit)) {
        const ad = adOf.get(bid.creativeId);
        if (!ad) throw new Error(`creative ${bid.creativeId} is nobody's`);
        ads.push({ visit, advertiser: ad.advertiser });
        addEvents(one, plan, { visit, bid, ...ad });
      }
    });
  plan.add(takenBackAt, () => takeBack(one, idsOf, adOf));
  await plan.run();
  await one.ctx.offerGate.close();
  for (let minutes = 180; minutes === 180 || (await verifyAllDue(one.ctx)) > 0; minutes += 1)
    one.clock.now = minutesAfter(noon, minutes);
  return { ads, idsOf };
}

async function addAdvertiser(
  one: Verifier,
  advertiser: Advertiser,
  { idsOf, adOf }: { idsOf: Map<Advertiser, string>; adOf: Map<string, OwnAd> },
): Promise<void> {
  const { ctx } = one;
  const hasFunds = advertiser === 'withdrawing';
  const { advertiserId } = await one.addMarket({ creditLimit: hasFunds ? 0n : null });
  if (hasFunds) await bookDeposit(ctx, { accountId: advertiserId, amount: terms.deposit });
  const { hourlyBudget, viewPrice, clickPrice: maxCpc, saleValue: value } = terms;
  const { campaign, creatives } = await createActiveCampaign(ctx, {
    campaign: { advertiserId, startsAt: eleven, hourlyBudget, maxCpc, maxCpm: viewPrice * 1_000n },
  });
  const { id: campaignId } = campaign;
  const sale = aNewConversion({ id: anId(), value, isRepeatable: true });
  const conversionId = advertiser === 'steady' ? sale.id : null;
  if (conversionId !== null) await ctx.conversions.insert({ ...sale, campaignId, advertiserId });
  idsOf.set(advertiser, advertiserId);
  for (const { id } of creatives) adOf.set(id, { advertiser, conversionId, campaignId });
}

/** Nobody may have back what offers need. */
async function takeBack(
  { ctx }: Verifier,
  idsOf: ReadonlyMap<Advertiser, string>,
  adOf: ReadonlyMap<string, OwnAd>,
): Promise<void> {
  for (const { advertiser, campaignId: id } of adOf.values()) {
    const advertiserId = idsOf.get(advertiser) ?? '';
    const change = (changes: object) => updateCampaign(ctx, { advertiserId, id, changes });
    if (advertiser === 'lowering') await change({ hourlyBudget: usd('0.1') });
    if (advertiser === 'pausing') await change({ status: 'inactive' });
    if (advertiser === 'withdrawing') {
      const amount = await ctx.books.balanceOf(fundsOf(advertiserId));
      await bookWithdrawal(ctx, { accountId: advertiserId, amount, reference: 'all' }).catch(
        passRefusal,
      );
    }
    await ctx.inventory.refresh({ campaignIds: [id], creativeIds: [] });
  }
}

function passRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The view of an ad, its click and its purchase, each at its time. */
function addEvents(
  one: Verifier,
  plan: Plan,
  { visit, bid, conversionId }: { visit: PageVisit; bid: Bid; conversionId: string | null },
): void {
  const { viewAfterMs, clickAfterMs, seenMs, purchase } = visit;
  if (viewAfterMs === null) return;
  const caseId = randomUUID();
  const add = (ms: number, act: (ctx: ReturnType<typeof requestAfter>) => Promise<unknown>) =>
    plan.addCall(new Date(visit.foundAt.getTime() + ms), () => act(requestAfter(one, visit, ms)));
  const tokenIn = (url: string) => new URL(url).searchParams.get('e') ?? '';
  add(viewAfterMs, (ctx) =>
    recordImpression(ctx, {
      ...{ token: tokenIn(bid.impressionUrl), caseId, evidence: { ...noEvidence, seenMs } },
    }),
  );
  if (clickAfterMs !== null) {
    const evidence = { ...noEvidence, isPressed: seenMs !== null };
    add(clickAfterMs, (ctx) =>
      recordClick(ctx, { token: tokenIn(bid.clickUrl), caseId, evidence }),
    );
  }
  if (purchase === null || conversionId === null) return;
  const call = { value: null, nonce: null, timestamp: null, signature: null };
  add(viewAfterMs + purchase.afterMs, (ctx) => {
    const request = { ...ctx.request, remoteAddress: purchase.address };
    return recordConversion(Object.assign(ctx, { request }), { ...call, id: conversionId, caseId });
  });
}

type Act = () => Promise<unknown>;

/** Acts by the millisecond in which they happen. Calls of one second are made at once, and awaited before the next. */
class Plan {
  readonly #acts = new Map<number, Act[]>();
  #calls: Promise<unknown>[] = [];

  constructor(private readonly one: Verifier) {}

  add(at: Date, act: Act): void {
    const second = Math.floor(at.getTime() / 1_000) * 1_000;
    const acts = this.#acts.get(second);
    const timed = () => {
      this.one.clock.now = at;
      return act();
    };
    if (acts) acts.push(timed);
    else this.#acts.set(second, [timed]);
  }

  addCall(at: Date, call: Act): void {
    this.add(at, () => {
      this.#calls.push(call());
      return Promise.resolve();
    });
  }

  async run(): Promise<void> {
    const { ctx, clock } = this.one;
    for (let second = noon.getTime(); this.#acts.size > 0; second += 1_000) {
      clock.now = new Date(second);
      if (second % 300_000 === 0) await verifyAllDue(ctx);
      const acts = this.#acts.get(second);
      if (!acts) continue;
      await ctx.offerGate.keep();
      // A find adds to this second, too.
      for (const act of acts) await act();
      await Promise.all(this.#calls.splice(0));
      this.#acts.delete(second);
    }
  }
}
