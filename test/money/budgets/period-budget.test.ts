import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { createTransactions } from '../../../src/platform/database/transaction';
import { localDayOf } from '../../../src/time-zone';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';

const view = usd('0.01');
const timeZone = 'Asia/Kolkata';
const aLimited = (changes: Partial<Campaign>) =>
  aCampaignForSale({ pacing: 'asap', hourlyBudget: usd('0.6'), timeZone, ...changes });
const { id, advertiserId } = aLimited({});

let uri: string;
let clockMs: number;
let opened: TestGate[];
beforeEach(async () => {
  uri = await freshDatabase();
  // 15:40 in Kolkata; its next day begins at 18:30.
  clockMs = Date.parse('2026-11-22T10:10:05Z');
  opened = [];
});
afterEach(() => Promise.all(opened.map(({ db }) => db.close())));

const now = () => new Date(clockMs);

async function open(campaign: Campaign): Promise<TestGate> {
  const gate = await openGate({ uri, now, campaigns: [campaign] });
  opened.push(gate);
  return gate;
}

async function offerAll(gate: TestGate, most = 1_000): Promise<number> {
  let offers = 0;
  while (offers < most && (await offer(gate, id))) offers += 1;
  return offers;
}

/** The clock goes on, and so does what gateways keep. */
async function passTo(time: string, ...gates: readonly TestGate[]): Promise<void> {
  clockMs = Date.parse(`2026-11-${time}Z`);
  for (const { gate } of gates) await gate.keep();
}

/** Gives views of offers their verdict. */
async function see({ db, campaignHours }: TestGate, offers: number, at = now()): Promise<void> {
  const amount = view * BigInt(offers);
  const change = { campaignId: id, advertiserId, budgetTime: at, offeredAt: at };
  const { from: day } = localDayOf(timeZone, at);
  await createTransactions(db)((session) =>
    campaignHours.spend(session, [
      { ...change, day, spent: amount, seen: amount, views: BigInt(offers) },
    ]),
  );
}

const spans = [
  ['day', { dailyBudget: usd('1') }],
  ['total', { totalBudget: usd('1') }],
] as const;

describe.each(spans)('the budget of a %s', (span, budget) => {
  it('ends what hours would go on with', async () => {
    const one = await open(aLimited(budget));
    expect(await offerAll(one)).toBe(60);
    await see(one, 60);
    await passTo('22T11:00:01', one);
    expect(await offerAll(one)).toBe(40);
    await see(one, 40);
    for (const time of ['22T12:00:01', '22T13:00:01', '22T18:29:59']) {
      await passTo(time, one);
      expect([time, await offerAll(one)]).toEqual([time, 0]);
    }
    // A day begins in the middle of an hour of UTC.
    await passTo('22T18:30:01', one);
    expect(await offerAll(one)).toBe(span === 'day' ? 60 : 0);
  });

  it('counts what is set aside of the hour before', async () => {
    const one = await open(aLimited(budget));
    await passTo('22T10:50:00', one);
    expect(await offerAll(one)).toBe(60);
    await passTo('22T11:00:01', one);
    expect(await offerAll(one)).toBe(40);
    // Nobody has seen those of 10:50 within 30 minutes.
    await passTo('22T11:21:00', one);
    expect(await offerAll(one)).toBe(20);
  });

  it('is not passed by gateways that are in two hours at once', async () => {
    const gates = [await open(aLimited(budget)), await open(aLimited(budget))] as const;
    await see(gates[0], 30);
    const late = Date.parse('2026-11-22T10:59:59.900Z');
    const early = Date.parse('2026-11-22T11:00:00.100Z');
    const offerIn = async (place: 0 | 1) => {
      clockMs = place === 0 ? late : early;
      return Number(await offer(gates[place], id));
    };
    // Each has a slice, before either may take all that is left.
    const offers = [await offerIn(0), await offerIn(1)];
    await Promise.all(
      ([0, 1] as const).map(async (place) => {
        for (let find = 1; find < 80; find += 1) offers[place]! += await offerIn(place);
      }),
    );
    expect(offers.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(70);
    expect(Math.min(...offers)).toBeGreaterThan(0);
  });

  it('that is raised is taken up at once, and one that is lowered offers nothing more', async () => {
    const one = await open(aLimited({ ...budget, hourlyBudget: usd('1') }));
    expect(await offerAll(one)).toBe(100);
    const [member] = Object.keys(budget);
    one.campaigns.set(id, aLimited({ hourlyBudget: usd('3'), [member!]: usd('1.5') }));
    await one.gate.keep();
    expect(await offerAll(one)).toBe(50);
    await see(one, 100);
    one.campaigns.set(id, aLimited({ hourlyBudget: usd('0.5'), [member!]: usd('0.5') }));
    await passTo('22T11:00:01', one);
    expect(await offerAll(one)).toBe(0);
  });
});

it('what is seen after midnight is of the day of its offer', async () => {
  const one = await open(aLimited({ dailyBudget: usd('0.6') }));
  await passTo('22T18:29:40', one);
  const offeredAt = now();
  expect(await offerAll(one)).toBe(60);
  await passTo('22T18:30:01', one);
  // The hour goes on; its budget is as good as used.
  expect(await offerAll(one)).toBe(0);
  await see(one, 60, offeredAt);
  await passTo('22T19:00:01', one);
  expect(await offerAll(one)).toBe(60);
});

it('a verdict that comes while a slice is cut makes it late', async () => {
  const one = await open(aLimited({ totalBudget: usd('0.6') }));
  const { periods } = one.campaignHours;
  const [before] = [...(await periods.list([id])).values()];
  expect(before).toBeUndefined();
  await see(one, 1);
  const owner = { campaignId: id, advertiserId };
  expect([...(await periods.confirm([{ ...owner, version: 0 }]))]).toEqual([0]);
  expect([...(await periods.confirm([{ ...owner, version: 1 }]))]).toEqual([]);
  expect((await periods.list([id])).get(id)).toEqual({ spent: view, version: 2 });
});
