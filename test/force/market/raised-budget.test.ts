import { afterAll, expect, it } from '@jest/globals';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

/** An advertiser raises a paced budget tenfold at half past: 27% of the hour were offered within two minutes. */
const before = aCampaignForSale({ pacing: 'even', hourlyBudget: usd('1.2') });
const after = aCampaignForSale({ pacing: 'even', hourlyBudget: usd('12') });
const { id } = before;
const view = usd('0.01');
const noon = new Date('2026-11-22T12:00:00Z').getTime();

let one: TestGate;
let clockMs = noon;
afterAll(() => one.db.close());

/** The cost of all that the gateway offers until some minute, with more finds than the budget pays for. */
async function offeredUntil(minute: number): Promise<bigint> {
  let offers = 0n;
  for (; clockMs < noon + minute * 60_000; clockMs += 20_000) {
    await one.gate.keep();
    while (await offer(one, id)) offers += 1n;
  }
  return offers * view;
}

it('a raised budget is spent evenly over what is left of the hour', async () => {
  one = await openGate({
    uri: await freshDatabase(),
    now: () => new Date(clockMs),
    campaigns: [before],
  });
  const first = await offeredUntil(30);
  expect(first).toBeLessThanOrEqual(before.hourlyBudget / 2n);
  one.campaigns.set(id, after);
  const left = after.hourlyBudget - first;
  const inTwoMinutes = await offeredUntil(32);
  expect(inTwoMinutes).toBeGreaterThan(left / 30n);
  // The two minutes, and two before them that may be caught up.
  expect(inTwoMinutes).toBeLessThanOrEqual((left * 4n) / 30n);
  // Nobody views anything here: what was set aside in the first half lapses in the second.
  const all = inTwoMinutes + (await offeredUntil(60));
  expect(all).toBeLessThanOrEqual(after.hourlyBudget);
  expect(all).toBeGreaterThan((after.hourlyBudget * 9n) / 10n);
});
