import { beforeAll, describe, expect, it } from '@jest/globals';
import { cutSlices } from '../../../src/money/budgets/cut-slices';
import { createAccountFunds } from '../../../src/money/budgets/account-funds';
import { hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import type { SliceWish } from '../../../src/money/budgets/slice-wish';
import { bookDeposit, bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { noFlight } from '../../support/budgets';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { eleven, minutesAfter, usd, type Verifier } from '../../support/verifier';
import { noPeriods } from '../../../src/demand/campaigns/campaign-state';

/** A coin is worth 2 cents. */
const coin = 10n ** 11n;
const hourlyBudget = usd(100_000);

let one: Verifier;
beforeAll(async () => {
  one = await startVerifier();
  await one.ctx.rates.refresh();
});

async function anAdvertiser(coins: bigint) {
  one.clock.now = minutesAfter(eleven, 20);
  const market = await one.addMarket({ creditLimit: 0n });
  await bookDeposit(one.ctx, { accountId: market.advertiserId, amount: coins * coin });
  return market;
}

const withdraw = (accountId: string, units: bigint) =>
  bookWithdrawal(one.ctx, { accountId, amount: units, reference: anId() });
const refused = { code: 'VALIDATION_FAILED' };

const wishOf = (ids: {
  readonly campaignId: string;
  readonly advertiserId: string;
}): SliceWish => ({
  ...ids,
  budget: hourlyBudget,
  ...noPeriods,
  ...noFlight,
  pacing: 'asap',
  offerCost: usd(1),
  viewPrice: usd(1),
  leastFree: usd(1),
  offers: 10,
  owed: 0n,
});
const sources = (accountFunds = createAccountFunds({ ...one.ctx, now: () => one.clock.now })) => ({
  campaignHours: one.ctx.campaignHours,
  accountFunds,
  trafficCurve: one.ctx.trafficCurve,
  offerMinutes: 30,
});

describe('funds that cannot be withdrawn', () => {
  it('are those that events may cost which wait for a verdict', async () => {
    const market = await anAdvertiser(100n);
    // 3 cents are a coin and a half.
    await one.store(market, { price: usd(2) }, { price: usd(1) }, { price: null });
    await expect(withdraw(market.advertiserId, 99n * coin)).rejects.toMatchObject(refused);
    await expect(withdraw(market.advertiserId, 98n * coin + coin / 2n)).rejects.toMatchObject(
      refused,
    );
    await withdraw(market.advertiserId, 98n * coin + coin / 2n - 1n);
  });

  it('count at the rate that makes them most, or all where there is none', async () => {
    const market = await anAdvertiser(100n);
    const hour = minutesAfter(eleven, 60);
    await one.ctx.rateStore.put({ from: hour, rate: usd(4), setAt: eleven, source: 'operator' });
    await one.store(market, { price: usd(4) });
    one.clock.now = minutesAfter(hour, 5);
    await expect(withdraw(market.advertiserId, 99n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 98n * coin - 1n);
    const later = minutesAfter(hour, 60 * 24 * 30);
    const other = await anAdvertiser(100n);
    one.clock.now = later;
    await one.store(other, { price: usd(1) });
    await expect(withdraw(other.advertiserId, 1n)).rejects.toMatchObject(refused);
  });

  it('count at the least rate since the first that waits, however long ago that was', async () => {
    const market = await anAdvertiser(100n);
    const then = minutesAfter(eleven, 60 * 24 * 60);
    const rates = [
      [0, usd(1)],
      [1, usd(8)],
      [20, usd(8)],
      [40, usd(4)],
    ] as const;
    for (const [hours, rate] of rates)
      await one.ctx.rateStore.put({
        ...{ from: minutesAfter(then, 60 * hours), rate, source: 'operator' },
        setAt: minutesAfter(then, 60 * hours),
      });
    one.clock.now = minutesAfter(then, 5);
    await one.store(market, { price: usd(4) });
    one.clock.now = minutesAfter(then, 60 * 41);
    // 4 cents are 4 coins of the hour of the view.
    await expect(withdraw(market.advertiserId, 96n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 96n * coin - 1n);
    const later = await anAdvertiser(100n);
    one.clock.now = minutesAfter(then, 60 * 19);
    await one.store(later, { price: usd(8) });
    one.clock.now = minutesAfter(then, 60 * 48);
    await expect(withdraw(later.advertiserId, 98n * coin)).rejects.toMatchObject(refused);
    await withdraw(later.advertiserId, 98n * coin - 1n);
  });

  it('are not other people’s', async () => {
    const [market, other] = [await anAdvertiser(5n), await anAdvertiser(5n)];
    await one.store(other, { price: usd(2) });
    await withdraw(market.advertiserId, 5n * coin);
  });

  it('are those that finds have set aside, until that lapses', async () => {
    const market = await anAdvertiser(100n);
    const cut = await cutSlices(sources(), [wishOf(market)], one.clock.now);
    expect(cut.get(market.campaignId)).toMatchObject({ granted: usd(10), isLimited: true });
    // 10 cents are 5 coins.
    await expect(withdraw(market.advertiserId, 96n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 90n * coin);
    one.clock.now = minutesAfter(one.clock.now, 30);
    await expect(withdraw(market.advertiserId, 10n * coin)).rejects.toMatchObject(refused);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await withdraw(market.advertiserId, 10n * coin);
  });

  it('count at the rate of the hour before what that hour has set aside', async () => {
    const market = await anAdvertiser(100n);
    const hour = minutesAfter(eleven, 120);
    await one.ctx.rateStore.put({ from: hour, rate: usd(8), setAt: eleven, source: 'operator' });
    const found = minutesAfter(hour, -10);
    await cutSlices(sources(), [wishOf(market)], found);
    one.clock.now = minutesAfter(hour, 10);
    // 10 cents are two and a half coins at the 4 cents of the hour of the offers.
    await expect(withdraw(market.advertiserId, 98n * coin)).rejects.toMatchObject(refused);
    await withdraw(market.advertiserId, 97n * coin);
  });
});

/** The funds, of which something else happens when they have been read first. */
function fundsThen(happens: () => Promise<unknown>) {
  const funds = createAccountFunds({ ...one.ctx, now: () => one.clock.now });
  let reads = 0;
  return {
    ...funds,
    async list(ids: readonly string[]) {
      const found = await funds.list(ids);
      if ((reads += 1) === 1) await happens();
      return found;
    },
  };
}

const lateInHour = new Date(minutesAfter(eleven, 60).getTime() - 100);
const earlyInNext = new Date(minutesAfter(eleven, 60).getTime() + 100);

describe.each([
  ['before', { mine: lateInHour, theirs: earlyInNext }],
  ['after', { mine: earlyInNext, theirs: lateInHour }],
])('a find in the hour %s that of another gateway', (_place, { mine, theirs }) => {
  it('sets nothing aside of funds that the other one has set aside since they were read', async () => {
    const market = await anAdvertiser(6n);
    const others = fundsThen(async () => {
      const cut = await cutSlices(sources(), [{ ...wishOf(market), offers: 8 }], theirs);
      expect(cut.get(market.campaignId)?.granted).toBe(usd(8));
    });
    const cut = await cutSlices(sources(others), [wishOf(market)], mine);
    expect(cut.get(market.campaignId)?.granted).toBe(usd(4));
    expect(await reservedOf(market.advertiserId)).toBe(usd(12));
  });

  it('counts as set aside what the other one took that died before it was confirmed', async () => {
    const market = await anAdvertiser(6n);
    const { campaignHours, ...rest } = sources();
    const confirm = () => Promise.reject(new Error('killed'));
    const dying = {
      ...rest,
      campaignHours: { ...campaignHours, accounts: { ...campaignHours.accounts, confirm } },
    };
    const killed = cutSlices(dying, [{ ...wishOf(market), offers: 8 }], theirs);
    await expect(killed).rejects.toThrow('killed');
    const cut = await cutSlices(sources(), [wishOf(market)], mine);
    expect(cut.get(market.campaignId)?.granted).toBe(usd(4));
  });
});

it('a find reads the hours of two shards in any order, and its slice is late all the same', async () => {
  const market = await anAdvertiser(6n);
  const { campaignHours, ...rest } = sources();
  const { accounts } = campaignHours;
  let reads = 0;
  const list = async (ids: readonly string[]) => {
    if ((reads += 1) > 1) return accounts.list(ids);
    const nextId = hourTallyIdOf(market.advertiserId, earlyInNext);
    const next = await accounts.list([nextId]);
    await cutSlices(sources(), [{ ...wishOf(market), offers: 8 }], earlyInNext);
    return new Map([...next, ...(await accounts.list(ids.filter((id) => id !== nextId)))]);
  };
  const sharded = { ...rest, campaignHours: { ...campaignHours, accounts: { ...accounts, list } } };
  const cut = await cutSlices(sharded, [wishOf(market)], lateInHour);
  expect(cut.get(market.campaignId)?.granted).toBe(usd(4));
});

async function reservedOf(advertiserId: string): Promise<bigint> {
  const ids = [lateInHour, earlyInNext].map((at) => hourTallyIdOf(advertiserId, at));
  const tallies = await one.ctx.campaignHours.accounts.list(ids);
  return [...tallies.values()]
    .flatMap(({ minutes }) => [...minutes.values()])
    .reduce((sum, { reserved }) => sum + reserved, 0n);
}

describe('a find that sets money aside while it is withdrawn', () => {
  it.each([
    ['in the same hour', { found: minutesAfter(eleven, 20), withdrawn: minutesAfter(eleven, 20) }],
    ['its clock ahead', { found: earlyInNext, withdrawn: lateInHour }],
  ])('comes too late where it has read the funds before, and looks again (%s)', async (_, at) => {
    const market = await anAdvertiser(10n);
    one.clock.now = at.withdrawn;
    const funds = fundsThen(() => withdraw(market.advertiserId, 8n * coin));
    const cut = await cutSlices(sources(funds), [wishOf(market)], at.found);
    expect(cut.get(market.campaignId)?.granted).toBe(usd(4));
  });

  it('leaves with it no more than there is, however often both are tried at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const market = await anAdvertiser(10n);
      const [cuts, taken] = await Promise.all([
        Promise.all([1, 2, 3].map(() => cutSlices(sources(), [wishOf(market)], one.clock.now))),
        Promise.allSettled([1n, 2n].map(() => withdraw(market.advertiserId, 6n * coin))),
      ]);
      const granted = cuts.reduce((sum, cut) => sum + cut.get(market.campaignId)!.granted, 0n);
      const left = taken.filter(({ status }) => status === 'fulfilled').length;
      expect(left).toBeLessThanOrEqual(1);
      // Of cents to coins: by two.
      expect(granted / 2n + BigInt(left) * 6n * usd(1)).toBeLessThanOrEqual(usd(10));
    }
  });
});
