import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransactions } from '../../../src/platform/database/transaction';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase, isEmbedded } from '../../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';

/**
 * Gateways that start, or whose hour begins, beside a database that is slow or gone. What they offer is compared with
 * what verdicts pay: a view that was offered and is not paid is money that a publisher has lost.
 */
const asap = aCampaignForSale({ hourlyBudget: usd('4'), pacing: 'asap' });
const { id, advertiserId } = asap;
const view = usd('0.01');

let clockMs: number;
let proxies: DatabaseProxy[];
let opened: TestGate[];
beforeEach(() => {
  clockMs = new Date('2026-11-22T10:00:05Z').getTime();
  proxies = [];
  opened = [];
});
afterEach(async () => {
  for (const proxy of proxies) proxy.restore();
  await Promise.all(opened.map(({ db }) => db.close()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

const now = () => new Date(clockMs);

async function open(options: Partial<Parameters<typeof openGate>[0]> & { uri: string }) {
  const gate = await openGate({ now, campaigns: [asap], patienceMs: 50, ...options });
  opened.push(gate);
  return gate;
}

async function openBehindProxy(uri: string, options: { funds?: Map<string, bigint> } = {}) {
  const proxy = await startDatabaseProxy(uri);
  proxies.push(proxy);
  return { proxy, gate: await open({ uri: proxy.uri, ...options }) };
}

async function offerAll(gate: TestGate, most = 1_000): Promise<number> {
  let offers = 0;
  while (offers < most && (await offer(gate, id))) offers += 1;
  return offers;
}

async function spend({ db, campaignHours }: TestGate, offers: number): Promise<void> {
  const amount = view * BigInt(offers);
  const change = { campaignId: id, advertiserId, budgetTime: now(), day: now(), offeredAt: now() };
  await createTransactions(db)((session) =>
    campaignHours.spend(session, [
      { ...change, spent: amount, seen: amount, views: BigInt(offers) },
    ]),
  );
}

(isEmbedded ? describe : describe.skip)('a gateway that was started anew', () => {
  it.each(['stall', 'cut'] as const)(
    'offers nothing of a spent budget, although its database does not answer (%s)',
    async (fault) => {
      const uri = await freshDatabase();
      const other = await open({ uri, patienceMs: 10_000 });
      await spend(other, await offerAll(other));
      const { proxy, gate } = await openBehindProxy(uri);
      proxy[fault]();
      expect(await offerAll(gate)).toBe(0);
      clockMs += 6_000;
      await gate.gate.keep();
      expect(await offerAll(gate)).toBe(0);
    },
  );

  it('offers of an hour that begins without a database nothing that others may have spent', async () => {
    const uri = await freshDatabase();
    const { proxy, gate } = await openBehindProxy(uri);
    await gate.gate.payFor([asap]);
    expect(await offer(gate, id)).toBe(true);
    proxy.cut();
    clockMs += 60 * 60_000;
    await gate.gate.keep();
    expect(await offerAll(gate)).toBe(0);
  });

  it('offers nothing by what it has read long before the database has told of others', async () => {
    const uri = await freshDatabase();
    const idle = aCampaignForSale({ id: 'd'.repeat(32), pacing: 'asap', hourlyBudget: usd('4') });
    const campaigns = [asap, idle];
    const proxy = await startDatabaseProxy(uri);
    proxies.push(proxy);
    const gate = await open({ uri: proxy.uri, campaigns, patienceMs: 10_000 });
    expect(await offer(gate, idle.id)).toBe(true);
    for (let minute = 0; minute < 5; minute += 1) {
      clockMs += 65_000;
      expect(await offer(gate, id)).toBe(true);
      await gate.gate.keep();
    }
    proxy.cut();
    expect(await offer(gate, idle.id)).toBe(false);
  });

  it('lends no more of an account’s funds than a quarter, whatever the budgets of its campaigns', async () => {
    const uri = await freshDatabase();
    const campaigns = Array.from({ length: 8 }, (_value, nth) =>
      aCampaignForSale({ id: String(nth).repeat(32), pacing: 'asap', hourlyBudget: usd('4') }),
    );
    const funds = new Map([[advertiserId, usd('3')]]);
    const proxy = await startDatabaseProxy(uri);
    proxies.push(proxy);
    const gate = await open({ uri: proxy.uri, campaigns, funds, patienceMs: 10_000 });
    let offers = 0;
    for (const one of campaigns) offers += Number(await offer(gate, one.id));
    proxy.cut();
    for (let round = 0; round < 500; round += 1)
      for (const one of campaigns) offers += Number(await offer(gate, one.id));
    expect(offers).toBeGreaterThan(100);
    expect(offers).toBeLessThanOrEqual(300);
  });
});
