import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hourOf } from '../../../src/hour';
import { unclaimedPublisherId } from '../../../src/identity/accounts/account';
import { earningsOf, unclaimedOf } from '../../../src/money/books/book';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import { foldAllChanges } from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { anId } from '../../support/events';
import { addressOfUser } from '../payments/ledger-world';
import {
  address,
  lineOf,
  metaOf,
  type ReceiptWorld,
  startReceiptWorld,
  strangerUser,
  type ToldLine,
} from './receipt-world';
import { getStatistics } from '../../../src/insight/statistics/questions/statistics.service';
import { aSite } from '../../support/verifier';
import { importOne } from '../../peers/imported';

/** A tenth of a coin. */
const paid = 10n ** 10n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

/** USD at the rate of 1, by the server whose creatives were shown. */
async function revenueByPayer(side: 'publisher' | 'operator', accountId: string | null) {
  const now = world.ctx.now().getTime();
  const [from, to] = [-1, 1].map((days) => new Date(now + days * 86_400_000)) as [Date, Date];
  const { rows } = await getStatistics(world.ctx, { side, accountId, from, to, by: 'payer' });
  return rows.map(({ key, cell }) => [key, cell.amounts.revenue]);
}

describe('coins of another server', () => {
  it('are explained by it, case by case, and booked to the publishers to the unit', async () => {
    const { ctx } = world;
    const publisherId = anId();
    const { creativeId } = await importOne(ctx, address);
    const siteId = anId();
    await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
    const [one, other] = await world.show({ publisherId, siteId, creativeId }, { creativeId });
    const transactionId = await world.pay('0.1');
    world.details.meta = metaOf(Number(paid), 3);
    world.details.lines = [
      lineOf(one!.caseId, 600_000n),
      lineOf(other!.caseId, 400_000n),
      lineOf(one!.caseId, 99n),
    ];
    await world.run();
    const rest = paid - 1_000_099n;
    expect(await world.receipts()).toMatchObject([
      {
        ...{ peer: address, transactionId, amount: paid, state: 'booked', problem: null },
        told: { lines: 3, sum: 1_000_099n, parts: 1, leftOut: 0 },
        booked: { amount: paid, credited: 1_000_099n },
      },
    ]);
    // 1% of each line, rounded down.
    expect(
      await world.moved(
        earningsOf(publisherId),
        earningsOf(other!.publisherId),
        ...(['fees:supply:5', 'peers:rest', 'clearing:peers'] as const),
      ),
    ).toEqual([594_099n, 396_000n, 10_000n, rest, 0n]);
    expect(await world.problems()).toEqual([]);
    const figures = await listPeerFigures(ctx, [address]);
    expect(figures.get(address)).toMatchObject({ received: paid });
    const statement = await ctx.books.listStatement({
      accountId: publisherId,
      after: null,
      limit: 9,
    });
    expect(statement).toMatchObject([
      {
        ...{ kind: 'receipt', amount: 594_099n, siteId: one!.siteId },
        memo: `by ${address}, transaction ${transactionId}`,
      },
    ]);
    expect(await revenueByPayer('publisher', publisherId)).toEqual([[address, 594_099n]]);
    expect(await foldAllChanges(ctx)).toBe(4);
    expect(await revenueByPayer('publisher', publisherId)).toEqual([[address, 594_099n]]);
    expect(await revenueByPayer('operator', null)).toEqual([[address, 990_099n]]);
  });
});

describe('coins for a case', () => {
  it('of a site that nobody owns yet are kept for who claims the site', async () => {
    const [shown] = await world.show({ publisherId: unclaimedPublisherId });
    await world.pay('0.1');
    world.details.lines = [lineOf(shown!.caseId, 100)];
    const before = await world.balances(unclaimedOf(5));
    await world.run();
    const after = await world.balances(unclaimedOf(5));
    expect(after[0]! - before[0]!).toBe(99n);
    expect(await world.moved('fees:supply:5', 'peers:rest', 'clearing:peers')).toEqual([
      ...[1n, paid - 100n, 0n],
    ]);
    expect(await world.problems()).toEqual([]);
  });

  it('are revenue of the hour in which it was shown', async () => {
    const occurredAt = new Date(world.ctx.now().getTime() - 5 * 3_600_000);
    const publisherId = anId();
    const siteId = anId();
    await world.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
    const [shown] = await world.show({ publisherId, siteId, occurredAt, offeredAt: occurredAt });
    await world.pay('0.1');
    world.details.lines = [lineOf(shown!.caseId, 100)];
    await world.run();
    const ofHour = async (time: Date) => {
      const from = hourOf(time);
      const to = new Date(from.getTime() + 3_600_000);
      const of = { side: 'publisher', accountId: publisherId, from, to, by: 'payer' } as const;
      const { rows } = await getStatistics(world.ctx, of);
      return rows.map(({ cell }) => cell.amounts.revenue);
    };
    for (const _fold of [1, 2]) {
      expect(await ofHour(occurredAt)).toEqual([99n]);
      expect(await ofHour(world.ctx.now())).toEqual([]);
      await foldAllChanges(world.ctx);
    }
  });
});

describe('lines that are none', () => {
  it.each<[string, (caseId: string) => readonly unknown[], bigint]>([
    ['of a case that was never shown', (id) => [lineOf(id, 100), lineOf(anId(), 50)], 100n],
    ['of one case twice', (id) => [lineOf(id, 100), lineOf(id, 100)], 200n],
    ['negative', (id) => [lineOf(id, 100), lineOf(id, -100)], 100n],
    ['a text', (id) => [lineOf(id, 100), { case_id: id, event_value: '100' }], 100n],
    ['a fraction', (id) => [lineOf(id, 100), { case_id: id, event_value: 1.5 }], 100n],
    [
      'beyond what JSON has',
      (id) => [lineOf(id, 100), { case_id: id, event_value: 2 ** 60 }],
      100n,
    ],
    ['without a case', (id) => [lineOf(id, 100), { event_value: 100 }], 100n],
    ['no object', (id) => [lineOf(id, 100), null, 7, 'x', []], 100n],
    [
      'an id with dashes',
      (id) => [lineOf(id, 100), lineOf(`${id.slice(0, 8)}-${id.slice(8)}`, 5)],
      100n,
    ],
    ['more than came', (id) => [lineOf(id, paid), lineOf(id, paid)], paid],
    ['less than came', (id) => [lineOf(id, 1)], 1n],
  ])('%s come to nothing, and the good ones are booked', async (_what, linesOf, credited) => {
    const shown = await world.showOne();
    await world.pay('0.1');
    world.details.lines = linesOf(shown.caseId) as readonly ToldLine[];
    await world.run();
    const value = credited;
    const fees = value === 200n ? 2n : value / 100n;
    expect(await world.outcomeFor(shown)).toEqual([value - fees, fees, paid - value, 0n]);
    expect(await world.stateOf()).toEqual(['booked', null]);
    expect(await world.problems()).toEqual([]);
  });

  it('of another server, of a bot, of a data centre and of 36 days ago are for no case', async () => {
    const long = new Date(world.ctx.now().getTime() - 36 * 86_400_000);
    const events = await world.show(
      { demandServer: addressOfUser(strangerUser) },
      { invalidTraffic: 'bot' },
      { invalidTraffic: 'data_center' },
      { occurredAt: long, offeredAt: long },
    );
    await world.pay('0.1');
    world.details.lines = events.map(({ caseId }) => lineOf(caseId, 100));
    await world.run();
    expect(await world.moved('peers:rest', 'clearing:peers')).toEqual([paid, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('go to the publisher whose view of the case came first', async () => {
    const caseId = `${anId().slice(0, 30)}00`;
    const later = new Date(world.ctx.now().getTime() - 1_000);
    const [first, thief] = await world.show({ caseId }, { caseId, occurredAt: later });
    await world.pay('0.1');
    world.details.lines = [lineOf(caseId, 100)];
    await world.run();
    expect(
      await world.moved(earningsOf(first!.publisherId), earningsOf(thief!.publisherId)),
    ).toEqual([99n, 0n]);
  });
});
