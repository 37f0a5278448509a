import { describe, expect, it } from '@jest/globals';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { allowPeer } from '../../../../src/peers/directory/peer-word.service';
import type { PeerCase } from '../../../../src/market/events/peer-case';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { runCommandLine } from '../../../support/command-line';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import { type Market, minutesAfter, noon, usd, type Verifier } from '../../../support/verifier';
import { again, convert, setClock, storeVisits, withSettings } from '../past-visits';

const nothingMoved = { count: 0, charge: 0n, demandFee: 0n, supplyFee: 0n, revenue: 0n };

describe('verifying again', () => {
  it('finds no difference where nothing was changed', async () => {
    const one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '3' } });
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(12) } });
    const poor = await one.addMarket({ creditLimit: 120_000_000_000n });
    const own = await one.addMarket();
    await one.ctx.accountNetworks.note(own.publisherId, '203.0.113.9', noon);
    const limited = await storeVisits(one, market);
    setClock(one, 10);
    await convert(one, market, limited.all[0]!, 5);
    await verifyAllDue(one.ctx);
    setClock(one, 9);
    const events = [
      ...(await one.store(market, {}, {}, {}, {}, {}, { invalidTraffic: 'bot' })),
      ...(await one.store(market, { kind: 'click' }, { price: null })),
      ...(await one.store(poor, {}, {}, {})),
      ...(await one.store(own, {}, { remoteAddress: '203.0.114.0' })),
    ];
    setClock(one, 30);
    await verifyAllDue(one.ctx);
    // These are facts of another time.
    await one.ctx.accountNetworks.note(own.publisherId, '203.0.114.9', one.clock.now);
    await one.ctx.accounts.update(poor.advertiserId, { creditLimit: null });
    await one.ctx.accounts.update(market.advertiserId, { creditLimit: 0n });
    const key = { id: market.campaignId, advertiserId: market.advertiserId };
    await one.ctx.campaigns.update(key, { hourlyBudget: usd(1), status: 'inactive' });
    const [pending] = await one.store(market, {});
    const reasons = await one.reasonsOf([...limited.all, limited.click, ...events]);
    expect(new Set(reasons)).toEqual(
      new Set([
        ...['accepted', 'visitor_limit', 'impression_rejected', 'budget_spent', 'bot'],
        ...['no_impression', 'no_price', 'no_funds', 'own_traffic'],
      ]),
    );
    expect(reasons.filter((reason) => reason === 'budget_spent')).toHaveLength(1);
    expect(pending).toBeDefined();
    const before = await one.books();
    expect(await again(one)).toEqual({
      ...{ checked: reasons.length + 1, pending: 1, undecided: 0 },
      ...{ changes: [], total: nothingMoved, held: [], first: [] },
    });
    expect(await one.books()).toEqual(before);
  });

  it('shows what a setting changes, with what hangs on it in a later hour', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    const { third, last, click } = await storeVisits(one, market);
    const strict = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '2' });
    const before = await one.books();
    const { changes, total, first, checked } = await again(strict);
    const [view, fee] = [50_000_000_000n, 500_000_000n];
    const taken = { charge: -view, demandFee: -fee, supplyFee: -fee, revenue: 2n * fee - view };
    const times = (coins: typeof taken, count: bigint) => ({
      charge: coins.charge * count,
      demandFee: coins.demandFee * count,
      supplyFee: coins.supplyFee * count,
      revenue: coins.revenue * count,
    });
    expect(checked).toBe(5);
    expect(changes).toEqual([
      { from: 'accepted', to: 'impression_rejected', count: 1, ...times(taken, 2n) },
      { from: 'accepted', to: 'visitor_limit', count: 2, ...times(taken, 2n) },
    ]);
    expect(total).toEqual({ count: 3, ...times(taken, 4n) });
    expect(first.map(({ id, from, to, moved }) => [id, from, to, moved])).toEqual([
      [third.id, 'accepted', 'visitor_limit', -view],
      [last.id, 'accepted', 'visitor_limit', -view],
      [click.id, 'accepted', 'impression_rejected', -2n * view],
    ]);
    expect(await one.books()).toEqual(before);
    expect((await checkBooks(one.ctx)).every(({ problem }) => problem === null)).toBe(true);
    const laterHour = { from: minutesAfter(noon, 60) };
    // Of an hour alone, the view of another stays as it is.
    expect((await again(strict, laterHour)).total.count).toBe(0);
  });

  it('gives the budget that becomes free to those that follow', async () => {
    const one = await startVerifier();
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(4) } });
    const { third, last } = await storeVisits(one, market);
    setClock(one, 5);
    const others = await one.store(market, {}, {}, {});
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(others)).toEqual(Array(3).fill('budget_spent'));
    const strict = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '2' });
    const { changes, first } = await again(strict, { to: minutesAfter(noon, 60) });
    expect(changes.map(({ from, to, count }) => [from, to, count])).toEqual([
      ['accepted', 'visitor_limit', 2],
      ['budget_spent', 'accepted', 2],
    ]);
    expect(first.map(({ id }) => id).slice(0, 2)).toEqual([third.id, last.id]);
  });

  it('gives what was refused nothing of a budget that was raised after it', async () => {
    const strictly = { ADGATE_MAX_VISITOR_CASES: '1' };
    const one = await startVerifier({ env: strictly });
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(2) } });
    const { advertiserId, campaignId: id } = market;
    const [exp, trackingId] = [1_800, anId()];
    const views = [{ trackingId }, {}, { trackingId }, {}].map((view, nth) => {
      const at = minutesAfter(noon, nth / 4);
      return { ...view, exp, offeredAt: at, occurredAt: at };
    });
    setClock(one, 1);
    const ofVisitors = await one.store(market, ...views);
    await verifyAllDue(one.ctx);
    const reasons = ['accepted', 'accepted', 'visitor_limit', 'budget_spent'];
    expect(await one.reasonsOf(ofVisitors)).toEqual(reasons);
    setClock(one, 2);
    await one.ctx.campaigns.update({ id, advertiserId }, { hourlyBudget: usd(9) });
    setClock(one, 3);
    await one.store(market, { exp });
    await verifyAllDue(one.ctx);
    expect((await again(one)).changes).toEqual([]);
    setClock(one, 4);
    // A correction comes after the raise, and goes by what was known before it.
    const loose = await withSettings(one, {});
    await again(loose, { isApplied: true });
    expect((await one.reasonsOf(ofVisitors))[2]).toBe('budget_spent');
    expect((await again(loose)).changes).toEqual([]);
  });

  it('counts views on sites of other servers as they were counted', async () => {
    const env = { ADGATE_PEERS: 'approve', ADGATE_MAX_NETWORK_CASES: '4' };
    const one = await startVerifier({ env });
    const address = '0001-00000005-CBCA';
    setClock(one, -61);
    await one.ctx.inTransaction((session) => one.ctx.peers.insert(aPeer({ address }), session));
    await allowPeer(one.ctx, { address, oursThere: true, theirsHere: false });
    const market = await one.addMarket();
    const peer: PeerCase = {
      ...{ address, cid: anId(), publisher: 'p', isShown: true, unmet: null, needsPage: false },
    };
    setClock(one, 0);
    const theirs = await one.store(market, { peer, exp: 1_800 }, { peer, exp: 1_800 });
    setClock(one, 1);
    const ours = await one.store(market, {}, {});
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf([...theirs, ...ours])).toEqual(Array(4).fill('accepted'));
    expect((await again(one)).changes).toEqual([]);
  });

  it('accepts anew what there are funds for now', async () => {
    const one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '2' } });
    const market = await one.addMarket();
    await storeVisits(one, market);
    const creditLimit = -(await fundsOfOne(one, market)) + 50_000_000_000n;
    await one.ctx.accounts.update(market.advertiserId, { creditLimit });
    const { changes } = await again(await withSettings(one, {}), { to: minutesAfter(noon, 60) });
    expect(changes.map(({ from, to, count }) => [from, to, count])).toEqual([
      ['visitor_limit', 'accepted', 1],
      ['visitor_limit', 'no_funds', 1],
    ]);
  });

  it('shows the first 20 of many, and goes through pages', async () => {
    const one = await startVerifier();
    const market = await one.addMarket();
    const trackingId = anId();
    setClock(one, 0);
    await one.store(market, ...Array.from({ length: 2_100 }, () => ({ trackingId: anId() })));
    await one.store(market, ...Array.from({ length: 250 }, () => ({ trackingId })));
    await verifyAllDue(one.ctx);
    const pages: number[] = [];
    const onPage = (events: number) => pages.push(events);
    const strict = await withSettings(one, { ADGATE_MAX_VISITOR_CASES: '100' });
    const { total, first } = await again(strict, { onPage });
    expect([total.count, first.length, pages]).toEqual([150, 20, [1_000, 1_000, 350]]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(again(strict, { signal })).rejects.toThrow('enough');
  });
});

describe('adgate events verify', () => {
  const hours = ['--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T14:00:00Z'];

  it('prints differences, and exits with 1 where there are some', async () => {
    const one = await startVerifier();
    const { last, third, click } = await storeVisits(one, await one.addMarket());
    const run = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
      runCommandLine(['events', 'verify', ...hours, ...args], {
        env: { MONGODB_URI: one.uri, ...env },
      });
    const same = await run({}, '--json');
    const zeros = { charge: '0', demandFee: '0', supplyFee: '0', revenue: '0' };
    expect([same.exitCode, JSON.parse(same.printed)]).toEqual([
      0,
      {
        ...{
          isApplied: false,
          checked: 5,
          pending: 0,
          undecided: 0,
          changes: [],
          held: [],
          events: [],
        },
        total: { count: 0, ...zeros },
      },
    ]);
    const strict = { ADGATE_MAX_VISITOR_CASES: '2' };
    const other = await run(strict, '--json');
    expect([other.exitCode, JSON.parse(other.printed)]).toMatchObject([
      1,
      {
        changes: [{ to: 'impression_rejected' }, { to: 'visitor_limit', charge: '-1' }],
        total: { count: 3, charge: '-2', revenue: '-1.96' },
        events: [{ id: third.id, charge: '-0.5' }, { id: last.id }, { id: click.id }],
      },
    ]);
    const { printed } = await run(strict);
    expect(printed).toContain('5 events judged again, 3 of them differ');
    expect(printed).toContain('accepted -> visitor_limit: 2 events, charge -1, revenue -0.98');
  });

  it.each([
    [['--from', '2026-05-01T12:30:00Z', '--to', '2026-05-01T14:00:00Z'], '--from must be a full'],
    [['--from', '2026-05-01T14:00:00Z', '--to', '2026-05-01T14:00:00Z'], '--from must be before'],
    [['--from', '2026-05-01T14:00:00Z', '--to', '9000-01-01T00:00:00Z'], '--to must be past'],
    [['--from', 'noon', '--to', '2026-05-01T14:00:00Z'], '--from must be a time'],
    [['--from', '2026-05-01T14:00:00Z'], '--to is missing'],
  ])('refuses %j', async (args, problem) => {
    const { exitCode, lines } = await runCommandLine(['events', 'verify', ...args]);
    expect([exitCode, lines[0]]).toEqual([2, expect.stringContaining(problem)]);
  });
});

async function fundsOfOne({ ctx }: Verifier, { advertiserId }: Market): Promise<bigint> {
  const book = `funds:${advertiserId}` as const;
  return (await ctx.books.balancesOf([book])).get(book)!;
}
