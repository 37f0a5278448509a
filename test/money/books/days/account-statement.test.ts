import { beforeAll, describe, expect, it } from '@jest/globals';
import { earningsOf, fundsOf } from '../../../../src/money/books/book';
import { getAccountStatement } from '../../../../src/money/books/days/account-statement.service';
import { getDailySpend } from '../../../../src/money/books/days/daily-spend.service';
import { sumBookedDays } from '../../../../src/money/books/days/sum-booked-days.service';
import { send, startApp, type TestApp } from '../../../support/app';
import { anAccount, ask, charge, sessionOf } from '../../pockets/pocket-owners';

const campaigns = { spring: 'c'.repeat(32), autumn: 'd'.repeat(32) } as const;
const siteId = '1'.repeat(32);
const november = { from: '2025-11-01T00:00:00Z', to: '2025-12-01T00:00:00Z' } as const;
const range = { from: new Date(november.from), to: new Date(november.to) };

let app: TestApp;
let advertiser: Awaited<ReturnType<typeof anAccount>>;
let publisher: typeof advertiser;
let entries = 0;

/** A charge of a campaign at a time, which the site earns less a fee. */
async function chargeAt(time: string, campaign: keyof typeof campaigns, amount: bigint) {
  const at = new Date(time);
  await charge(app, `days-${(entries += 1)}`, at, [
    { book: fundsOf(advertiser.id), amount: -amount, campaignId: campaigns[campaign], hour: at },
    { book: 'fees:demand:1', amount: 1n },
    { book: earningsOf(publisher.id), amount: amount - 1n, siteId, hour: at },
  ]);
}

const sumUp = () => sumBookedDays(app.ctx, new AbortController().signal);

const query = (more = '') => `{ statement(from: "${november.from}", to: "${november.to}"${more}) {
  totalCount pageInfo { page lastPage }
  pockets { pocket opening incoming outgoing closing }
  rows { day pocket kind campaignId siteId amount lines }
} }`;

beforeAll(async () => {
  app = await startApp();
  [advertiser, publisher] = [await anAccount(app), await anAccount(app)];
  for (const [time, campaign, amount] of [
    ['2025-10-31T23:59:59Z', 'spring', 100n],
    ['2025-11-01T00:00:00Z', 'spring', 7n],
    ['2025-11-01T12:00:00Z', 'spring', 8n],
    ['2025-11-01T12:00:00Z', 'autumn', 30n],
    ['2025-11-02T01:00:00Z', 'autumn', 5n],
    ['2025-12-01T00:00:00Z', 'spring', 1_000n],
  ] as const)
    await chargeAt(time, campaign, amount);
});

describe('a statement', () => {
  it('says by day and campaign what was charged, and what each pocket had before and after', async () => {
    const token = await sessionOf(app, advertiser.email);
    const { data } = await ask(app, token, query());
    expect(data.statement.pockets[0]).toEqual({
      ...{ pocket: 'funds', opening: '-0.000000001', incoming: '0' },
      ...{ outgoing: '0.0000000005', closing: '-0.0000000015' },
    });
    const about = { pocket: 'funds', kind: 'charge', siteId: null };
    const [first, second] = ['2025-11-01T00:00:00+00:00', '2025-11-02T00:00:00+00:00'];
    const { spring: springId, autumn: autumnId } = campaigns;
    expect(data.statement.rows).toEqual([
      { ...about, day: second, campaignId: autumnId, amount: '-0.00000000005', lines: 1 },
      { ...about, day: first, campaignId: autumnId, amount: '-0.0000000003', lines: 1 },
      { ...about, day: first, campaignId: springId, amount: '-0.00000000015', lines: 2 },
    ]);
  });

  it('is the same before and after its days are summed up, and in the middle of that', async () => {
    const read = () => getAccountStatement(app.ctx, { ...range, accountId: publisher.id });
    const before = await read();
    expect(before.pockets[1]).toEqual({
      ...{ pocket: 'earnings', opening: 99n, incoming: 46n, outgoing: 0n, closing: 145n },
    });
    await sumUp();
    expect(await read()).toEqual(before);
    // The job has nothing more to do: nothing is counted twice.
    await sumUp();
    expect(await read()).toEqual(before);
    expect(await app.ctx.bookedDays.findUntil()).toEqual(new Date('2025-12-01T00:10:00Z'));
    await chargeAt('2025-12-24T00:00:00Z', 'spring', 50n);
    expect(await read()).toEqual(before);
    await sumUp();
    expect(await read()).toEqual(before);
  });

  it('leaves what may yet be joined by other entries of its time to the next turn', async () => {
    const until = await app.ctx.bookedDays.findUntil();
    await chargeAt(app.ctx.now().toISOString(), 'spring', 3n);
    await sumUp();
    expect(await app.ctx.bookedDays.findUntil()).toEqual(until);
  });

  it('comes in pages, and as CSV', async () => {
    const token = await sessionOf(app, advertiser.email);
    const { data } = await ask(app, token, query(', first: 2, page: 2'));
    expect(data.statement).toMatchObject({
      ...{ totalCount: 3, pageInfo: { page: 2, lastPage: 2 } },
      rows: [{ campaignId: campaigns.spring }],
    });
    const { body: csv } = await send(
      `${app.url}/api/statement.csv?${new URLSearchParams(november).toString()}`,
      { headers: { Authorization: `Bearer ${token}` } },
    );
    expect(String(csv).split('\r\n')).toEqual([
      'day,pocket,kind,campaignId,siteId,lines,amount',
      `2025-11-02,funds,charge,${campaigns.autumn},,1,-0.00000000005`,
      `2025-11-01,funds,charge,${campaigns.autumn},,1,-0.0000000003`,
      `2025-11-01,funds,charge,${campaigns.spring},,2,-0.00000000015`,
      '',
    ]);
  });

  it.each([
    ['more than 92 days', '2025-11-01T00:00:00Z', '2026-02-02T00:00:00Z'],
    ['a time that ends before it begins', '2025-11-02T00:00:00Z', '2025-11-01T00:00:00Z'],
  ])('is refused for %s', async (_case, from, to) => {
    const token = await sessionOf(app, advertiser.email);
    const text = `{ statement(from: "${from}", to: "${to}") { totalCount } }`;
    const { errors } = await ask(app, token, text);
    expect(Object.keys(errors[0].extensions.details)).toEqual(['to']);
  });
});

describe('the daily spend', () => {
  it('is the mean of the days since the first charge, a week at most', async () => {
    const spender = await anAccount(app);
    const today = new Date(app.ctx.now().toISOString().slice(0, 10));
    const now = new Date(today.getTime() + 12 * 3_600_000);
    const ctx = { ...app.ctx, now: () => now };
    expect(await getDailySpend(ctx, spender.id)).toBe(0n);
    const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000);
    const spend = (days: number, amount: bigint) =>
      charge(app, `spend-${(entries += 1)}`, daysAgo(days), [
        { book: fundsOf(spender.id), amount: -amount, campaignId: campaigns.spring },
        { book: 'fees:demand:1', amount },
      ]);
    await spend(0, 10n);
    expect(await getDailySpend(ctx, spender.id)).toBe(10n);
    await spend(2, 40n);
    expect(await getDailySpend(ctx, spender.id)).toBe(20n);
    await spend(30, 10_000n);
    expect(await getDailySpend(ctx, spender.id)).toBe(20n);
  });
});
