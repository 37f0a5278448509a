import { afterAll, expect, it } from '@jest/globals';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { createTransactions } from '../../../src/platform/database/transaction';
import type { CampaignPacing } from '../../../src/demand/campaigns/campaign.resource';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

const view = usd('0.01');
const stepSeconds = 10;
const opened: TestGate[] = [];
afterAll(() => Promise.all(opened.map(({ db }) => db.close())));

interface PendingView {
  readonly offeredAt: Date;
  readonly dueAt: number;
}

/**
 * An hour of three gateways, one of which dies after 20 minutes and is followed by another one: more finds than the
 * budget pays for, 7 of 10 offers seen 20 seconds later, and the verdict's own rule for each view.
 */
async function liveThroughHour(pacing: CampaignPacing) {
  const campaign = aCampaignForSale({ pacing });
  const { id: campaignId, advertiserId, hourlyBudget } = campaign;
  const uri = await freshDatabase();
  const startedAt = new Date('2026-11-22T10:00:00Z').getTime();
  let clockMs = startedAt;
  const now = () => new Date(clockMs);
  const open = async () => {
    const gate = await openGate({ uri, now, campaigns: [campaign] });
    opened.push(gate);
    return gate;
  };
  const gates = [await open(), await open(), await open()];
  const { db, campaignHours } = gates[1]!;
  const inTransaction = createTransactions(db);
  let pending: PendingView[] = [];
  let offers = 0;
  let spent = 0n;
  let unpaid = 0;
  const spentAfter: bigint[] = [];

  async function judgeDue(): Promise<void> {
    const due = pending.filter(({ dueAt }) => dueAt <= clockMs);
    pending = pending.filter(({ dueAt }) => dueAt > clockMs);
    const changes = due.map(({ offeredAt }) => {
      const isPaid = spent + view <= hourlyBudget;
      if (isPaid) spent += view;
      else unpaid += 1;
      const paid = isPaid ? view : 0n;
      const change = { campaignId, advertiserId, budgetTime: offeredAt, day: offeredAt, offeredAt };
      return { ...change, spent: paid, seen: view, views: 1n };
    });
    await inTransaction((session) => campaignHours.spend(session, changes));
  }

  for (let second = 0; second < 3_600; second += stepSeconds) {
    clockMs = startedAt + second * 1_000;
    if (second === 1_200) gates[0] = await open();
    await judgeDue();
    for (const { gate } of gates) await gate.keep();
    const asked = Array.from({ length: 12 }, (_, find) => offer(gates[find % 3]!, campaignId));
    for (const isOffered of await Promise.all(asked)) {
      if (!isOffered) continue;
      offers += 1;
      if (offers % 10 < 7) pending.push({ offeredAt: now(), dueAt: clockMs + 20_000 });
    }
    if ((second + stepSeconds) % 60 === 0) spentAfter.push(spent);
  }
  const tally = (await campaignHours.list([hourTallyIdOf(campaignId, now())])).values().next();
  return { campaign, spent, unpaid, spentAfter, stored: tally.value?.spent };
}

it('an even hour is spent evenly, to its end, and next to no view goes unpaid', async () => {
  const { campaign, spent, unpaid, spentAfter, stored } = await liveThroughHour('even');
  const { hourlyBudget } = campaign;
  expect(stored).toBe(spent);
  expect(spent).toBeLessThanOrEqual(hourlyBudget);
  expect(Number(spent) / Number(hourlyBudget)).toBeGreaterThan(0.93);
  expect(unpaid).toBeLessThan(Number(spent / view) / 100);
  spentAfter.forEach((spentByThen, minute) => {
    const limit = (hourlyBudget * BigInt(Math.max(minute + 1, 6))) / 60n;
    expect([minute, spentByThen <= limit]).toEqual([minute, true]);
    if (minute >= 10) expect([minute, spentByThen * 10n > limit * 7n]).toEqual([minute, true]);
  });
});

it('an hour asap is spent long before its end, all of it, and next to no view goes unpaid', async () => {
  const { campaign, spent, unpaid, spentAfter } = await liveThroughHour('asap');
  expect(spent).toBeLessThanOrEqual(campaign.hourlyBudget);
  expect(Number(spent) / Number(campaign.hourlyBudget)).toBeGreaterThan(0.99);
  expect(unpaid).toBeLessThan(Number(spent / view) / 100);
  expect(Number(spentAfter[29]) / Number(campaign.hourlyBudget)).toBeGreaterThan(0.9);
});
