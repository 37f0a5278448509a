import { afterAll, describe, expect, it } from '@jest/globals';
import { createTransactions } from '../../../src/platform/database/transaction';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase, isEmbedded } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';

/**
 * An hour of three gateways of which each is killed and started anew, now and then before its database answers, and whose
 * database is slow or gone at times. Seven of ten offers are seen 20 seconds later. What was offered is paid.
 */
const view = usd('0.01');
const stepSeconds = 10;
const campaign = aCampaignForSale({ pacing: 'asap' });
const { id: campaignId, advertiserId, hourlyBudget } = campaign;
const startedAt = new Date('2026-11-22T10:00:00Z').getTime();

let clockMs = startedAt;
const now = () => new Date(clockMs);
const proxies: DatabaseProxy[] = [];
const opened: TestGate[] = [];
afterAll(async () => {
  for (const proxy of proxies) proxy.restore();
  await Promise.all(opened.map(({ db }) => db.close()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

async function openBehindProxy(uri: string) {
  const proxy = await startDatabaseProxy(uri);
  proxies.push(proxy);
  const gate = await openGate({ uri: proxy.uri, now, campaigns: [campaign], patienceMs: 50 });
  opened.push(gate);
  return { proxy, gate };
}

/** Seconds of the hour at which a gateway is started anew, and at which one's database does not answer. */
const restarts = [300, 610, 1_200, 1_210, 2_400];
const faults = new Map<number, 'stall' | 'cut'>([
  [310, 'stall'],
  [620, 'cut'],
  [1_210, 'stall'],
  [2_410, 'cut'],
]);

(isEmbedded ? describe : describe.skip)('an hour with restarts and a slow database', () => {
  it('leaves less than one of a hundred views unpaid, and spends its budget', async () => {
    const uri = await freshDatabase();
    const books = await openGate({ uri, now, campaigns: [campaign] });
    opened.push(books);
    const gateways = [await openBehindProxy(uri), await openBehindProxy(uri)];
    gateways.push(await openBehindProxy(uri));
    const inTransaction = createTransactions(books.db);
    let pending: { readonly offeredAt: Date; readonly dueAt: number }[] = [];
    let [offers, paid, unpaid] = [0, 0, 0];

    async function judgeDue(): Promise<void> {
      const due = pending.filter(({ dueAt }) => dueAt <= clockMs);
      pending = pending.filter(({ dueAt }) => dueAt > clockMs);
      const changes = due.map(({ offeredAt }) => {
        const isPaid = BigInt(paid + 1) * view <= hourlyBudget;
        if (isPaid) paid += 1;
        else unpaid += 1;
        const spent = isPaid ? view : 0n;
        const change = {
          campaignId,
          advertiserId,
          budgetTime: offeredAt,
          day: offeredAt,
          offeredAt,
        };
        return { ...change, spent, seen: view, views: 1n };
      });
      await inTransaction((session) => books.campaignHours.spend(session, changes));
    }

    for (let second = 0; second < 3_600; second += stepSeconds) {
      clockMs = startedAt + second * 1_000;
      const nth = Math.floor(second / stepSeconds) % 3;
      if (restarts.includes(second)) gateways[nth] = await openBehindProxy(uri);
      const fault = faults.get(second);
      if (fault) gateways[nth]!.proxy[fault]();
      await judgeDue();
      for (const { gate } of gateways) await gate.gate.keep();
      const asked = Array.from({ length: 12 }, (_, find) =>
        offer(gateways[find % 3]!.gate, campaignId),
      );
      for (const isOffered of await Promise.all(asked)) {
        if (!isOffered) continue;
        offers += 1;
        if (offers % 10 < 7) pending.push({ offeredAt: now(), dueAt: clockMs + 20_000 });
      }
      for (const { proxy } of gateways) proxy.restore();
    }
    expect(unpaid).toBeLessThan(paid / 100);
    expect(paid).toBeGreaterThan(Number(hourlyBudget / view) * 0.97);
  });
});
