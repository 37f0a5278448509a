import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdEvent, partitionOf } from '../../../../src/market/events/event';
import type { PeerCase } from '../../../../src/market/events/peer-case';
import { hourOf } from '../../../../src/hour';
import { earningsOf } from '../../../../src/money/books/book';
import { PeersOfBatch } from '../../../../src/money/verification/judge/peers-of-batch';
import { verifyEventBatch } from '../../../../src/money/verification/judge/verify-events.service';
import { peerDayIdOf } from '../../../../src/money/budgets/peer-day.store';
import type { Peer } from '../../../../src/peers/directory/peer';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer, denyPeer } from '../../../../src/peers/directory/peer-word.service';
import { runCommand } from '../../../support/command-line';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../../support/verifier';

const address = '0001-00000005-CBCA';
/** USD; the day's limit is for other tests. */
const little = 1_000_000n;
const oursThere = { oursThere: true, theirsHere: false };

let verifier: Verifier;
let accountId: string;
beforeAll(async () => {
  verifier = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  const { ctx, clock } = verifier;
  clock.now = minutesAfter(eleven, -1);
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, ...oursThere });
  accountId = await ensurePeerAccount(ctx, address);
});

/** A campaign on a site of the peer. */
async function addMarket(change: Parameters<Verifier['addMarket']>[0] = {}): Promise<Market> {
  verifier.clock.now = minutesAfter(eleven, 20);
  const market = await verifier.addMarket(change);
  const siteId = anId();
  const host = `${siteId}.example`;
  const site = { ...aSite({ id: siteId, publisherId: accountId }), host, createdAt: eleven };
  const at = verifier.clock.now;
  verifier.clock.now = eleven;
  await verifier.ctx.sites.insertOrFind(site);
  verifier.clock.now = at;
  return { ...market, publisherId: accountId, siteId };
}

const aCase = (changes: Partial<PeerCase> = {}): { readonly peer: PeerCase; exp: number } => ({
  exp: 1_800,
  peer: {
    ...{ address, cid: anId(), publisher: 'p', isShown: true, unmet: null, needsPage: false },
    ...changes,
  },
});

const judge = ({ advertiserId }: Market) =>
  verifyEventBatch(verifier.ctx, partitionOf(advertiserId));

const views = (count: number, change: Partial<AdEvent> = {}) =>
  Array.from({ length: count }, () => ({ ...aCase(), ...change }));

describe('the verdict on another server’s event', () => {
  it('takes the first view of a host: its site is made by that, and stands from then on', async () => {
    const market = await addMarket();
    verifier.clock.now = minutesAfter(eleven, 21);
    const siteId = anId();
    const site = aSite({ id: siteId, publisherId: accountId });
    await verifier.ctx.sites.insertOrFind(site);
    const at = new Date(verifier.clock.now.getTime() - 5);
    const first = { ...aCase(), price: 0n, occurredAt: at, offeredAt: at };
    const [view] = await verifier.store({ ...market, siteId }, first);
    await judge(market);
    expect(await verifier.verdictOf(view!)).toMatchObject({ status: 'accepted' });
    await verifier.ctx.sites.reject({ id: siteId, publisherId: accountId });
    const refused = { ...aCase(), price: 0n, occurredAt: minutesAfter(verifier.clock.now, 1) };
    const [later] = await verifier.store({ ...market, siteId }, refused);
    verifier.clock.now = refused.occurredAt;
    await judge(market);
    expect(await verifier.verdictOf(later!)).toMatchObject({ reason: 'site_not_running' });
  });

  it('leaves the server the charge without our fee of demand, and has none of supply', async () => {
    const market = await addMarket();
    const [view] = await verifier.store(market, { ...aCase(), price: usd(10) });
    await judge(market);
    const verdict = await verifier.verdictOf(view!);
    // 0.1 USD at 0.02 USD a coin.
    expect(verdict).toMatchObject({
      ...{ status: 'accepted', charge: 5n * 10n ** 11n, demandFee: 5n * 10n ** 9n },
      ...{ supplyFee: 0n, revenue: 495n * 10n ** 9n },
    });
    const balances = await verifier.ctx.books.balancesOf([earningsOf(accountId)]);
    expect(balances.get(earningsOf(accountId))).toBe(495n * 10n ** 9n);
    const { json } = await runCommand(verifier.uri, ['event', 'show', view!.id]);
    expect(json).toMatchObject({ peer: address, peerCase: view!.peer!.cid, communityFee: '0' });
  });

  it('has its own fees beside an event of ours at the same price', async () => {
    const market = await addMarket();
    const own = await verifier.addMarket();
    const sameCampaign = { ...market, publisherId: own.publisherId, siteId: own.siteId };
    const [ours] = await verifier.store(sameCampaign, { exp: 1_800, price: little });
    const [theirs] = await verifier.store(market, { ...aCase(), price: little });
    await judge(market);
    const [one, other] = [await verifier.verdictOf(ours!), await verifier.verdictOf(theirs!)];
    // 0.00001 USD at 0.02 USD a coin.
    expect(one).toMatchObject({ supplyFee: 500_000n, revenue: 49_000_000n });
    expect(other).toMatchObject({ supplyFee: 0n, revenue: 49_500_000n });
    expect(other?.entryId).toBe(one?.entryId);
  });

  it('waits for the page of a view on the web, and for ten minutes at most', async () => {
    const market = await addMarket();
    const needsPage = aCase({ needsPage: true });
    const [ran, never] = await verifier.store(market, needsPage, aCase({ needsPage: true }));
    await judge(market);
    expect(await verifier.reasonsOf([ran!, never!])).toEqual(['waiting', 'waiting']);
    verifier.clock.now = minutesAfter(verifier.clock.now, 5);
    const page = { at: verifier.clock.now, network: '203.0.113.0' };
    await verifier.ctx.events.notePageRun(ran!.offerId, page);
    await judge(market);
    expect(await verifier.reasonsOf([ran!, never!])).toEqual(['accepted', 'waiting']);
    verifier.clock.now = minutesAfter(verifier.clock.now, 6);
    await judge(market);
    expect(await verifier.reasonsOf([never!])).toEqual(['no_browser']);
  });

  it('gives all servers together half of an hour’s budget, and the rest to our sites', async () => {
    const market = await addMarket({ campaign: { hourlyBudget: usd(10) } });
    const theirs = await verifier.store(market, ...views(7, { price: usd(1) }));
    await judge(market);
    const reasons = await verifier.reasonsOf(theirs);
    expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'budget_spent')).toHaveLength(2);
    const ours = await verifier.store(market, ...Array.from({ length: 6 }, () => ({ exp: 1_800 })));
    await judge(market);
    const own = await verifier.reasonsOf(ours);
    expect(own.filter((reason) => reason === 'accepted')).toHaveLength(5);
  });

  it('takes nothing of what is set aside for offers of ours', async () => {
    const market = await addMarket({ campaign: { hourlyBudget: usd(10) } });
    const { campaignId, advertiserId } = market;
    const slice = { owner: { campaignId, advertiserId }, at: verifier.clock.now };
    await verifier.ctx.campaignHours.takeSlices([
      { ...slice, amount: usd(8), offers: 8n, forViews: usd(8), version: 0 },
    ]);
    const theirs = await verifier.store(market, ...views(4));
    await judge(market);
    const reasons = await verifier.reasonsOf(theirs);
    expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(2);
    const hours = await verifier.ctx.campaignHours.list([
      `${campaignId}:${Math.floor(eleven.getTime() / 3_600_000)}`,
    ]);
    const [hour] = hours.values();
    expect(hour).toMatchObject({ spent: usd(2), peerSpent: usd(2) });
    expect([...(hour?.minutes.values() ?? [])]).toMatchObject([{ reserved: usd(8), seen: 0n }]);
  });

  it('lets a click wait for its view, which may come after it', async () => {
    const market = await addMarket();
    const asClick = { ...aCase(), kind: 'click', price: little } as const;
    const [early, lone] = await verifier.store(market, asClick, { ...asClick, ...aCase() });
    await judge(market);
    expect(await verifier.reasonsOf([early!, lone!])).toEqual(['waiting', 'waiting']);
    const { caseId, offerId } = early!;
    const [view] = await verifier.store(market, { ...aCase(), caseId, offerId, price: little });
    await judge(market);
    verifier.clock.now = minutesAfter(verifier.clock.now, 11);
    await judge(market);
    expect(await verifier.reasonsOf([view!, early!, lone!])).toEqual([
      ...['accepted', 'accepted', 'no_impression'],
    ]);
  });

  it('is no better for a view that comes a day after its click', async () => {
    const market = await addMarket();
    const [click] = await verifier.store(market, { ...aCase(), kind: 'click', price: little });
    verifier.clock.now = minutesAfter(verifier.clock.now, 11);
    await judge(market);
    verifier.clock.now = minutesAfter(verifier.clock.now, 24 * 60);
    const { caseId, offerId } = click!;
    const rate = { rate: usd(2), setAt: verifier.clock.now, source: 'operator' } as const;
    await verifier.ctx.rateStore.put({ ...rate, from: hourOf(verifier.clock.now) });
    const [view] = await verifier.store(market, { ...aCase(), caseId, offerId, price: little });
    await judge(market);
    expect(await verifier.reasonsOf([click!, view!])).toEqual(['no_impression', 'accepted']);
  });

  it('of an hour that is final goes by that hour’s share, with what is spent of it', async () => {
    const market = await addMarket({ campaign: { hourlyBudget: 4n * little } });
    const [before] = await verifier.store(market, { ...aCase(), price: little });
    await judge(market);
    const occurredAt = verifier.clock.now;
    verifier.clock.now = minutesAfter(occurredAt, 24 * 60);
    const at = { occurredAt, offeredAt: occurredAt };
    const late = await verifier.store(market, ...views(3, { ...at, price: little }));
    await judge(market);
    expect(await verifier.reasonsOf([before!])).toEqual(['accepted']);
    expect((await verifier.reasonsOf(late)).toSorted()).toEqual([
      ...['accepted', 'budget_spent', 'budget_spent'],
    ]);
  });

  it('ends at the limit of the server’s day, which is ten coins in its first week', async () => {
    const market = await addMarket();
    const theirs = await verifier.store(market, ...views(1, { price: usd(20) }));
    await judge(market);
    expect(await verifier.reasonsOf(theirs)).toEqual(['peer_limit']);
    await allowPeer(verifier.ctx, { address, ...oursThere, dailyLimit: 100n * 10n ** 11n });
    const later = await verifier.store(market, ...views(10, { price: usd(20) }));
    await judge(market);
    const reasons = await verifier.reasonsOf(later);
    expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(9);
  });

  it('has ten coins a day for a week of our campaigns there, and then a hundred', () => {
    const coin = 10n ** 11n;
    const allowed = { ...aPeer({ address }), state: 'allowed' } as const;
    const peer: Peer = {
      ...allowed,
      states: [
        { ...allowed, oursThere: false, at: minutesAfter(eleven, -60 * 24 * 30) },
        { ...allowed, at: eleven },
      ],
    };
    const batch = new PeersOfBatch({
      ...{ peers: new Map([[address, peer]]), peerDays: new Map(), accountHours: new Map() },
      rates: new Map(),
      peerTerms: { share: 50, offerMinutes: 30, adsTxt: 'none' },
    });
    const week = 7 * 24 * 60 * 60_000;
    const limitAfter = (ms: number) =>
      batch.factsOf({ peer: { address }, occurredAt: new Date(eleven.getTime() + ms) })?.limit;
    expect([0, week - 1, week].map(limitAfter)).toEqual([10n * coin, 10n * coin, 100n * coin]);
  });

  it('goes by the operator’s word at the time of the event', async () => {
    const market = await addMarket();
    const [before] = await verifier.store(market, aCase());
    verifier.clock.now = minutesAfter(verifier.clock.now, 1);
    await denyPeer(verifier.ctx, { address, isHeld: false });
    const [after] = await verifier.store(market, aCase());
    await judge(market);
    expect(await verifier.reasonsOf([before!, after!])).toEqual(['accepted', 'peer_not_allowed']);
  });
});

describe('operators', () => {
  it('are told once a day of a server whose events are refused, but not where our budgets are', async () => {
    const { ctx, clock } = verifier;
    const counted = { judged: 995, rejected: 301, earned: 0n };
    clock.now = minutesAfter(eleven, 20);
    const id = peerDayIdOf(address, clock.now);
    await verifier.db.collection<{ _id: string }>('peerDays').deleteOne({ _id: id });
    await ctx.inTransaction((session) => ctx.peerDays.add(new Map([[id, counted]]), session));
    const isTold = async () => {
      const [untold] = await ctx.inTransaction((session) => ctx.peerDays.listUntold([id], session));
      return untold === undefined;
    };
    const market = await addMarket({ campaign: { hourlyBudget: 0n } });
    await verifier.store(market, ...views(9));
    await judge(market);
    expect(await isTold()).toBe(false);
    const other = await addMarket();
    await verifier.store(other, ...views(1, { price: null }));
    await judge(other);
    expect(await isTold()).toBe(true);
  });
});
