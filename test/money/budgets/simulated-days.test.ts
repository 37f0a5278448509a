import { afterAll, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { createTransactions } from '../../../src/platform/database/transaction';
import { localDayOf } from '../../../src/time-zone';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { readSeed } from '../../support/seed';
import { createChance } from '../simulation/chance';

/**
 * Two days and a half of three gateways whose clocks differ by a second, which die at times, while the advertiser changes the budgets of
 * the day and in all. Everything that is offered is seen, and has its verdict, within 25 minutes. The sums are counted here, by no code of the product's.
 */
const seed = readSeed('DAYS_SEED');
const chance = createChance(seed);
const view = usd('0.01');
/** For fewer than 50 offers in 60 minutes: of more a share is learnt, which is too low where verdicts come after 2 minutes. */
const hourlyBudget = usd('0.16');
const stepMinutes = 5;
const hours = 60;
const timeZone = 'Asia/Kolkata';
const start = Date.parse('2026-11-22T10:00:00Z');
const skews = [-1_000, 0, 1_000];
const opened: TestGate[] = [];
afterAll(() => Promise.all(opened.map(({ db }) => db.close())));

interface Terms {
  readonly from: number;
  readonly daily: bigint;
  readonly total: bigint;
}

/** The greatest budget that was in force while an offer could be made of money that was set aside. */
const limitOf = (history: readonly Terms[], at: number, of: 'daily' | 'total') =>
  history
    .filter((_terms, place) => (history[place + 1]?.from ?? Infinity) > at - 75_000)
    .reduce((most, terms) => (terms[of] > most ? terms[of] : most), 0n);

const dateOf = (at: number) => new Date(at).toLocaleDateString('en-CA', { timeZone });

it('what gateways offer is paid, and no day, hour or life costs more than its budget', async () => {
  console.log(`two days and a half, DAYS_SEED=${seed}`);
  const uri = await freshDatabase();
  const base = aCampaignForSale({ pacing: 'asap', timeZone, hourlyBudget });
  const { id: campaignId, advertiserId } = base;
  let clockMs = start;
  const history: Terms[] = [];
  let campaign: Campaign = base;
  const gates: TestGate[] = [];
  const change = () => {
    const daily = usd(chance.pick(['0.8', '1.5', '2', '3']));
    const total = usd(chance.pick(['4', '5', '6']));
    campaign = { ...base, dailyBudget: daily, totalBudget: total };
    history.push({ from: clockMs, daily, total });
    for (const { campaigns } of gates) campaigns.set(campaignId, campaign);
  };
  change();
  const open = async (place: number) => {
    const now = () => new Date(clockMs + skews[place]!);
    const gate = await openGate({ uri, now, campaigns: [campaign] });
    opened.push(gate);
    gates[place] = gate;
  };
  for (const place of skews.keys()) await open(place);
  const spent = new Map<string, bigint>();
  const spentOf = (key: string) => spent.get(key) ?? 0n;
  let pending: { readonly offeredAt: number; readonly dueAt: number }[] = [];
  let [unpaid, died, changed, full] = [0, 0, 0, 0];

  async function judgeDue(): Promise<void> {
    const due = pending.filter(({ dueAt }) => dueAt <= clockMs);
    pending = pending.filter(({ dueAt }) => dueAt > clockMs);
    const changes = due.map(({ offeredAt }) => {
      const limits = [
        [`hour ${Math.floor(offeredAt / 3_600_000)}`, hourlyBudget],
        [dateOf(offeredAt), limitOf(history, offeredAt, 'daily')],
        ['life', limitOf(history, offeredAt, 'total')],
      ] as const;
      const isPaid = limits.every(([key, limit]) => spentOf(key) + view <= limit);
      if (isPaid) for (const [key] of limits) spent.set(key, spentOf(key) + view);
      else unpaid += 1;
      if (limits.some(([key, limit]) => key.includes('-') && spentOf(key) === limit)) full += 1;
      const at = new Date(offeredAt);
      const { from: day } = localDayOf(timeZone, at);
      const about = { campaignId, advertiserId, budgetTime: at, day, offeredAt: at };
      return { ...about, spent: isPaid ? view : 0n, seen: view, views: 1n };
    });
    const { db, campaignHours } = gates[1]!;
    if (changes.length > 0)
      await createTransactions(db)((session) => campaignHours.spend(session, changes));
  }

  for (let minute = 0; minute < hours * 60; minute += stepMinutes) {
    // The last moments of hours, too.
    clockMs = start + minute * 60_000 + (chance.happens(0.5) ? 0 : stepMinutes * 60_000 - 300);
    if (chance.happens(0.03)) {
      died += 1;
      await open(chance.between(0, 3));
    }
    if (chance.happens(0.03)) {
      changed += 1;
      change();
    }
    await judgeDue();
    await Promise.all(gates.map(({ gate }) => gate.keep()));
    const finds = gates.flatMap((gate, place) =>
      Array.from({ length: chance.between(0, 4) }, async () => {
        const offeredAt = clockMs + skews[place]!;
        if (!(await offer(gate, campaignId))) return;
        pending.push({ offeredAt, dueAt: offeredAt + chance.between(0, 15) * 60_000 });
      }),
    );
    await Promise.all(finds);
  }
  const greatest = (of: 'daily' | 'total') =>
    history.reduce((most, terms) => (terms[of] > most ? terms[of] : most), 0n);
  for (const [key, amount] of spent)
    expect([key, amount <= (key === 'life' ? greatest('total') : greatest('daily'))]).toEqual([
      key,
      true,
    ]);
  const stored = await gates[0]!.campaignHours.periods.list([campaignId]);
  expect(stored.get(campaignId)?.spent).toBe(spentOf('life'));
  expect(unpaid).toBe(0);
  console.log(JSON.stringify({ died, changed, full, spent: String(spentOf('life')) }));
  expect(died).toBeGreaterThan(5);
  expect(changed).toBeGreaterThan(5);
  expect(spentOf('life')).toBeGreaterThan(usd('3'));
});
