import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../../src/market/events/event';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../../src/peers/directory/peer-word.service';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../../support/verifier';
import { again, convert } from '../past-visits';

/** Midnight in Warsaw is at 22:00. */
const timeZone = 'Europe/Warsaw';
const address = '0001-00000005-CBCA';

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  one.clock.now = minutesAfter(eleven, -1);
  await one.ctx.inTransaction((session) => one.ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(one.ctx, { address, oursThere: true, theirsHere: false });
  for (let hour = 0; hour < 16; hour += 1)
    await one.ctx.rateStore.put({
      ...{ from: minutesAfter(noon, hour * 60), rate: usd(2), setAt: noon, source: 'operator' },
    });
});

/** @param minutes after noon */
const at = (minutes: number) => (one.clock.now = minutesAfter(noon, minutes));
const verify = () => verifyAllDue(one.ctx);

async function aMarket(campaign: object): Promise<Market> {
  one.clock.now = eleven;
  const market = await one.addMarket({ campaign: { timeZone, ...campaign } });
  at(0);
  return market;
}

/** An offer of now, seen at once. */
const aView = (change: Partial<AdEvent> = {}): Partial<AdEvent> => ({ exp: 1_800, ...change });
const views = (count: number, change: Partial<AdEvent> = {}) =>
  Array.from({ length: count }, () => aView(change));
const clickOf = ({ caseId, offerId, offeredAt }: AdEvent) =>
  ({ kind: 'click', caseId, offerId, offeredAt, exp: 1_800, price: usd(2) }) as const;

async function outcomes(events: readonly AdEvent[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const reason of await one.reasonsOf(events)) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

async function periodsOf({ campaignId }: Market): Promise<readonly bigint[]> {
  const found = await one.db
    .collection('campaignPeriods')
    .find({ campaignId })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ spent }) => spent as bigint);
}

const setAside = ({ campaignId, advertiserId }: Market, cents: number) =>
  one.ctx.campaignHours.takeSlices([
    {
      owner: { campaignId, advertiserId },
      ...{ at: one.clock.now, amount: usd(cents), forViews: usd(cents), offers: BigInt(cents) },
      version: 0,
    },
  ]);

describe.each([
  ['day', { dailyBudget: usd(5) }],
  ['total', { totalBudget: usd(5) }],
] as const)('the budget of a %s', (span, budget) => {
  it('pays for what fits, over hours and batches, and for nothing more', async () => {
    const market = await aMarket(budget);
    const first = await one.store(market, ...views(3));
    await verify();
    at(61);
    const second = await one.store(market, ...views(3));
    await verify();
    at(122);
    const third = await one.store(market, ...views(1));
    await verify();
    expect(await outcomes(first)).toEqual({ accepted: 3 });
    expect(await outcomes(second)).toEqual({ accepted: 2, budget_spent: 1 });
    expect(await outcomes(third)).toEqual({ budget_spent: 1 });
    expect(await periodsOf(market)).toEqual([usd(5), usd(5)]);
    // No hour's budget was, and nobody is told so.
    const { campaignId } = market;
    const usedUp = { campaignId, usedUpAt: { $exists: true } };
    expect(await one.db.collection('campaignHours').countDocuments(usedUp)).toBe(0);
  });

  it('is that of the offer, where it is seen after midnight', async () => {
    const market = await aMarket(budget);
    at(9 * 60 + 59);
    const offeredAt = one.clock.now;
    await one.store(market, ...views(4));
    at(10 * 60 + 5);
    const late = await one.store(market, ...views(2, { offeredAt }));
    const next = await one.store(market, ...views(6));
    await verify();
    expect((await outcomes([...late, ...next]))['budget_spent']).toBe(span === 'day' ? 2 : 7);
    const [inAll, ...days] = await periodsOf(market);
    expect(inAll).toBe(span === 'day' ? usd(10) : usd(5));
    expect(days.reduce((sum, day) => sum + day)).toBe(inAll);
    if (span === 'day') expect(days).toEqual([usd(5), usd(5)]);
  });

  it('that is lowered pays what was offered before, and no offer long after', async () => {
    const market = await aMarket(budget);
    const { campaignId: id, advertiserId } = market;
    const before = views(4, { offeredAt: one.clock.now });
    at(1);
    const [member = ''] = Object.keys(budget);
    await one.ctx.campaigns.update({ id, advertiserId }, { [member]: usd(2) });
    at(2);
    // A gateway uses up what it had set aside.
    const held = await one.store(market, aView());
    at(10);
    const seen = await one.store(market, ...before);
    await verify();
    const after = await one.store(market, aView());
    await verify();
    expect(await outcomes([...held, ...seen])).toEqual({ accepted: 5 });
    expect(await outcomes(after)).toEqual({ budget_spent: 1 });
    at(11);
    await one.ctx.campaigns.update({ id, advertiserId }, { [member]: usd(7) });
    at(12);
    const raised = await one.store(market, ...views(3));
    await verify();
    expect(await outcomes(raised)).toEqual({ accepted: 2, budget_spent: 1 });
  });

  it('lets a click wait for the views that it has money set aside for', async () => {
    const market = await aMarket(budget);
    const [view] = await one.store(market, aView());
    await verify();
    at(61);
    await setAside(market, 3);
    const [click] = await one.store(market, clickOf(view!));
    await verify();
    expect(await one.reasonsOf([click!])).toEqual(['waiting']);
    const seen = await one.store(market, ...views(3));
    await verify();
    at(75);
    await verify();
    expect(await outcomes(seen)).toEqual({ accepted: 3 });
    expect(await one.reasonsOf([click!])).toEqual(['budget_spent']);
  });

  it('pays a click once the offers have run out', async () => {
    const market = await aMarket(budget);
    const [view] = await one.store(market, aView());
    await verify();
    at(61);
    await setAside(market, 3);
    const [click] = await one.store(market, clickOf(view!));
    await verify();
    at(61 + 60);
    await verify();
    expect(await one.reasonsOf([click!])).toEqual(['accepted']);
  });

  it('has conversions in it', async () => {
    const market = await aMarket(budget);
    const [view] = await one.store(market, aView());
    await verify();
    at(61);
    await convert(one, market, view!, 4);
    await verify();
    at(62);
    await convert(one, market, view!, 1);
    await verify();
    expect(await periodsOf(market)).toEqual([usd(5), usd(5)]);
    const more = await one.store(market, aView());
    await verify();
    expect(await one.reasonsOf(more)).toEqual(['budget_spent']);
  });

  it('leaves other servers what no offer of ours has set aside', async () => {
    const market = await aMarket(budget);
    const publisherId = await ensurePeerAccount(one.ctx, address);
    const siteId = anId();
    one.clock.now = eleven;
    await one.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
    at(50);
    await setAside(market, 3);
    at(61);
    const peer = { address, publisher: 'p', isShown: true, unmet: null, needsPage: false };
    const events = await one.store(
      { ...market, publisherId, siteId },
      ...Array.from({ length: 4 }, () => aView({ peer: { ...peer, cid: anId() } })),
    );
    await verify();
    expect(await outcomes(events)).toEqual({ accepted: 2, budget_spent: 2 });
  });

  it('is not passed by what is judged again, and pays with what was taken back', async () => {
    const market = await aMarket(budget);
    const first = await one.store(market, ...views(6));
    await verify();
    expect(await outcomes(first)).toEqual({ accepted: 5, budget_spent: 1 });
    const { total } = await again(one, { isApplied: true });
    expect(total.count).toBe(0);
    // Of the accepted ones two were a program's.
    const accepted = (await one.reasonsOf(first)).flatMap((reason, place) =>
      reason === 'accepted' ? [first[place]!] : [],
    );
    const [a, b] = accepted;
    await one.db
      .collection<{ _id: string }>('events')
      .updateMany({ _id: { $in: [a!.id, b!.id] } }, { $set: { userAgent: 'curl/8' } });
    const { changes } = await again(one, { isApplied: true });
    const moved = changes.reduce((sum, { charge }) => sum + (charge > 0n ? 1 : -1), 0);
    expect(Math.abs(moved)).toBeLessThanOrEqual(2);
    const [sum] = await periodsOf(market);
    expect(sum).toBeLessThanOrEqual(usd(5));
    const prices = await Promise.all(first.map((event) => one.verdictOf(event)));
    expect(sum).toBe(prices.reduce((all, verdict) => all + (verdict?.price ?? 0n), 0n));
    expect((await again(one, { isApplied: true })).total.count).toBe(0);
  });
});
