import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { committedOf, hourTallyIdOf } from '../../../src/money/budgets/hour-tally';
import { seenShareOf } from '../../../src/money/budgets/seen-share';
import { createTransactions } from '../../../src/platform/database/transaction';
import { aCampaignForSale, offer, openGate, type TestGate } from '../../support/budgets';
import { usd } from '../../support/campaigns';
import { freshDatabase, isEmbedded } from '../../support/database';
import { eventually } from '../../support/eventually';
import { type DatabaseProxy, startDatabaseProxy } from '../../support/fault-proxy';
import { localDayOf } from '../../../src/time-zone';

const campaign = aCampaignForSale();
const { id, advertiserId } = campaign;
const view = usd('0.01');
const startedAt = new Date('2026-11-22T10:00:05Z').getTime();

let uri: string;
let clockMs: number;
let opened: TestGate[];
beforeEach(async () => {
  uri = await freshDatabase();
  clockMs = startedAt;
  opened = [];
});
afterEach(() => Promise.all(opened.map(({ db }) => db.close())));

const now = () => new Date(clockMs);
const passSeconds = (seconds: number) => (clockMs += seconds * 1000);

async function open(options: Partial<Parameters<typeof openGate>[0]> = {}): Promise<TestGate> {
  const gate = await openGate({ uri, now, campaigns: [campaign], ...options });
  opened.push(gate);
  return gate;
}

/** Offers until the campaign leaves the contest. */
async function offerAll(gate: TestGate, most = 10_000, campaignId = id): Promise<number> {
  let offers = 0;
  while (offers < most && (await offer(gate, campaignId))) offers += 1;
  return offers;
}

async function tallyOf({ campaignHours }: TestGate, at = now()) {
  const tallyId = hourTallyIdOf(id, at);
  return (await campaignHours.list([tallyId])).get(tallyId) ?? null;
}

const committed = async (gate: TestGate) =>
  committedOf(await tallyOf(gate), { at: now(), offerMinutes: 30 });

const seenShare = async (gate: TestGate) =>
  Number(seenShareOf({ hour: await tallyOf(gate), hourBefore: null }, now()));

/** Gives offers of now their verdict. */
async function judge({ db, campaignHours }: TestGate, offers: number, at = now()): Promise<void> {
  const amount = view * BigInt(offers);
  const { from: day } = localDayOf(campaign.timeZone, at);
  const change = { campaignId: id, advertiserId, budgetTime: at, day, offeredAt: at };
  await createTransactions(db)((session) =>
    campaignHours.spend(session, [
      { ...change, spent: amount, seen: amount, views: BigInt(offers) },
    ]),
  );
}

describe('a gate', () => {
  it('asks for nothing of what is free', async () => {
    const one = await open({ campaigns: [{ ...campaign, maxCpm: 0n }] });
    expect(one.gate.payFor([{ ...campaign, maxCpm: 0n }])).toBeNull();
    expect(await tallyOf(one)).toBeNull();
  });

  it('makes the first find wait, and those after it no more', async () => {
    const one = await open();
    const wait = one.gate.payFor([campaign]);
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(one.gate.payFor([campaign, campaign])).toBeNull();
  });

  it('pays for all winners of a find or for none', async () => {
    const other = aCampaignForSale({ id: 'd'.repeat(32) });
    const one = await open({ campaigns: [campaign, other] });
    await one.gate.payFor([campaign]);
    const wait = one.gate.payFor([campaign, other]);
    expect(wait).not.toBeNull();
    await wait;
    expect(one.gate.payFor([campaign, other])).toBeNull();
    await one.gate.close();
    expect((await tallyOf(one))?.minutes.get(0)?.reserved).toBe(view);
  });

  it('takes what an offer costs, where that is less than the campaign’s own price', async () => {
    const one = await open();
    await one.gate.payFor([campaign]);
    const half = { offerCost: view / 2n, viewPrice: view / 2n };
    const own = { offerCost: view, viewPrice: view };
    expect(one.gate.payFor([campaign, campaign], [half, own])).toBeNull();
    expect(one.gate.payFor([campaign], [{ offerCost: 1n, viewPrice: 1n }])).toBeNull();
    await one.gate.close();
    const { reserved } = (await tallyOf(one))?.minutes.get(0) ?? {};
    expect(reserved).toBe(view / 2n + view + 1n);
  });

  it('holds back what even pacing has not come to, and takes the campaign out of the contest', async () => {
    const one = await open();
    expect(await offerAll(one)).toBe(60);
    expect([...one.index.ineligibleCampaignIds]).toEqual([id]);
    expect(await committed(one)).toBe(usd('0.6'));
  });

  it.each([
    ['a budget below one view', aCampaignForSale({ hourlyBudget: usd('0.009') })],
    ['a budget that cannot pay a click', aCampaignForSale({ maxCpc: usd('7') })],
  ])('offers nothing of %s', async (_case, poor) => {
    const one = await open({ campaigns: [poor] });
    expect(await offerAll(one)).toBe(0);
    expect(await tallyOf(one)).toBeNull();
  });

  it('lets it compete again when the next minute has begun, and fetches its slice before a find asks', async () => {
    const one = await open();
    await offerAll(one);
    await judge(one, 60);
    passSeconds(6 * 60);
    await one.gate.keep();
    expect([...one.index.ineligibleCampaignIds]).toEqual([]);
    expect(one.gate.payFor([campaign])).toBeNull();
    expect(await offerAll(one)).toBe(9);
  });

  it('looks again at offers that nobody saw: they lapse 30 minutes after their minute', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('0.6'), pacing: 'asap' });
    const one = await open({ campaigns: [asap] });
    expect(await offerAll(one)).toBe(60);
    passSeconds(30 * 60);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(0);
    passSeconds(60);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(60);
  });

  it('offers nothing more of an hour that is spent, and begins the next one anew', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('0.6'), pacing: 'asap' });
    const one = await open({ campaigns: [asap] });
    await offerAll(one);
    await judge(one, 60);
    for (let minute = 1; minute < 60; minute += 1) {
      passSeconds(60);
      await one.gate.keep();
    }
    expect(one.index.ineligibleCampaignIds.has(id)).toBe(true);
    passSeconds(60);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(60);
  });

  it('leaves an hour all of its budget, whatever is open of the hour before', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('0.6'), pacing: 'asap' });
    const one = await open({ campaigns: [asap] });
    clockMs = new Date('2026-11-22T10:59:30Z').getTime();
    expect(await offerAll(one, 40)).toBe(40);
    passSeconds(60);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(60);
  });

  it('gives back what a minute did not use, and all of it when it ends', async () => {
    const one = await open();
    await offer(one, id);
    expect(await committed(one)).toBeGreaterThan(view);
    passSeconds(60);
    await one.gate.keep();
    const tally = await tallyOf(one);
    expect(tally?.minutes.get(0)?.reserved).toBe(view);
    expect(tally?.minutes.get(1)?.reserved).toBeGreaterThan(0n);
    await one.gate.close();
    expect(await committed(one)).toBe(view);
  });

  describe.each([
    ['its hour', { campaigns: [aCampaignForSale({ hourlyBudget: usd('0.08'), pacing: 'asap' })] }],
    ['the funds of its account', { funds: new Map([[advertiserId, usd('0.08')]]) }],
  ])('goes on with what the last minute has left of %s, where that was all', (_of, options) => {
    it.each([
      ['when it keeps its slices', 60, (one: TestGate) => one.gate.keep()],
      ['when a find asks', 65, () => Promise.resolve()],
    ])('%s', async (_when, seconds, keep) => {
      const one = await open(options);
      await offer(one, id);
      passSeconds(seconds);
      await keep(one);
      expect(await offerAll(one)).toBe(7);
      expect(await committed(one)).toBe(usd('0.08'));
    });
  });

  it('looks at what waits for nothing twice a minute, and not each second', async () => {
    const one = await open();
    await offer(one, id);
    await one.gate.keep();
    const looks = jest.spyOn(one.campaigns, 'get');
    const looksIn = async (seconds: number) => {
      looks.mockClear();
      for (let second = 0; second < seconds; second += 1) {
        passSeconds(1);
        await one.gate.keep();
      }
      return looks.mock.calls.length;
    };
    expect(await looksIn(50)).toBe(0);
    expect(await looksIn(60)).toBeGreaterThanOrEqual(2);
    expect(await looksIn(60)).toBeLessThan(10);
  });

  it('has set aside what it has lent to a campaign that goes off sale just then', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('8'), pacing: 'asap' });
    const one = await open({ campaigns: [asap] });
    const { gate, campaignHours } = one;
    const take = campaignHours.takeSlices;
    /** Holds the next slice back that is to be taken. */
    const holdNext = () => {
      const [reached, released] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
      jest.spyOn(campaignHours, 'takeSlices').mockImplementationOnce(async (slices) => {
        reached.resolve(null);
        await released.promise;
        return take(slices);
      });
      return { reached: reached.promise, release: () => released.resolve(null) };
    };
    let offers = await offerAll(one, 32);
    const away = jest.spyOn(campaignHours, 'list').mockRejectedValue(new Error('away'));
    offers += await offerAll(one, 32);
    away.mockRestore();
    // More is lent while what was lent before is set aside.
    const first = holdNext();
    const settled = gate.keep();
    await first.reached;
    offers += await offerAll(one, 32);
    first.release();
    await settled;
    const second = holdNext();
    let wait = gate.payFor([asap]);
    for (; wait === null; wait = gate.payFor([asap])) offers += 1;
    await second.reached;
    one.campaigns.delete(id);
    const kept = gate.keep();
    await turn();
    second.release();
    await Promise.all([wait, kept]);
    await gate.close();
    expect((await tallyOf(one))?.minutes.get(0)?.reserved).toBe(view * BigInt(offers));
  });

  it('holds nothing of a campaign that nobody asks for any more', async () => {
    const one = await open();
    await offer(one, id);
    for (let minute = 0; minute < 2; minute += 1) {
      passSeconds(65);
      await one.gate.keep();
    }
    const written = (await tallyOf(one))!.version;
    for (let minute = 0; minute < 70; minute += 1) {
      passSeconds(60);
      await one.gate.keep();
    }
    expect(await tallyOf(one)).toBeNull();
    const before = await tallyOf(one, new Date(startedAt));
    expect(before!.version).toBeLessThanOrEqual(written + 1);
    expect(before!.minutes.get(0)?.reserved).toBe(view);
  });

  it('takes up a budget that is raised within the hour at once', async () => {
    const one = await open();
    await offerAll(one);
    one.campaigns.set(id, aCampaignForSale({ hourlyBudget: usd('12') }));
    await one.gate.keep();
    expect(await offerAll(one)).toBe(60);
  });

  it.each([
    ['of the hour', { hourlyBudget: usd('0.2') }],
    ['of the day', { dailyBudget: usd('0.2') }],
    ['of all', { totalBudget: usd('0.2') }],
  ])('gives back what it holds of a budget %s that is lowered, at once', async (_what, lower) => {
    const asap = { pacing: 'asap', hourlyBudget: usd('60') } as const;
    const one = await open({ campaigns: [aCampaignForSale(asap)] });
    expect(await offerAll(one, 20)).toBe(20);
    await judge(one, 20);
    one.campaigns.set(id, aCampaignForSale({ ...asap, ...lower }));
    expect(await offerAll(one)).toBe(0);
    await one.gate.keep();
    expect(await committed(one)).toBe(view * 20n);
  });

  it('offers nothing of a slice that was under way when the budget was lowered', async () => {
    const asap = { pacing: 'asap', hourlyBudget: usd('60') } as const;
    const one = await open({ campaigns: [aCampaignForSale(asap)] });
    const underWay = offer(one, id);
    // The round has begun, and the database has not answered.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    one.campaigns.set(id, aCampaignForSale({ ...asap, hourlyBudget: usd('0.2') }));
    expect(await offerAll(one)).toBe(20 - Number(await underWay));
  });

  it('goes on by what it holds where something else of the campaign changes', async () => {
    const one = await open();
    expect(await offerAll(one, 3)).toBe(3);
    one.campaigns.set(id, aCampaignForSale({ name: 'Another' }));
    expect(one.gate.payFor([one.campaigns.get(id)!])).toBeNull();
  });

  it('offers nothing more of a budget that is lowered below what is spent', async () => {
    const one = await open();
    await offerAll(one, 20);
    await judge(one, 20);
    one.campaigns.set(id, aCampaignForSale({ hourlyBudget: usd('0.2') }));
    passSeconds(60);
    await one.gate.keep();
    const left = await offerAll(one);
    expect(left).toBe(0);
  });

  it('asks again where a clock that was a day ahead is put back', async () => {
    const asap = aCampaignForSale({ pacing: 'asap', hourlyBudget: usd('0.2') });
    const one = await open({ campaigns: [asap] });
    passSeconds(86_400);
    expect(await offerAll(one)).toBe(20);
    await one.gate.keep();
    passSeconds(-86_400);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(20);
  });

  it('offers nothing that costs while there has been no rate for an hour', async () => {
    let mayOffer = false;
    const one = await open({ mayOffer: () => mayOffer });
    expect(await offerAll(one)).toBe(0);
    mayOffer = true;
    passSeconds(11);
    await one.gate.keep();
    expect(await offerAll(one)).toBe(60);
  });
});

describe('the funds of an account', () => {
  it('bound the offers of all its campaigns together, on all gateways', async () => {
    const campaigns = ['1', '2', '3'].map((digit) => aCampaignForSale({ id: digit.repeat(32) }));
    const funds = new Map([[advertiserId, usd('0.5')]]);
    const gates = [await open({ campaigns, funds }), await open({ campaigns, funds })];
    const offers = await Promise.all(
      gates.flatMap((gate) => campaigns.map((one) => offerAll(gate, 1_000, one.id))),
    );
    expect(offers.reduce((sum, one) => sum + one)).toBe(50);
    expect(gates[0]!.unfunded).toContain(advertiserId);
  });

  it('are given back with what is not used', async () => {
    const funds = new Map([[advertiserId, usd('0.5')]]);
    const one = await open({ funds });
    await offer(one, id);
    await one.gate.close();
    const tallyId = hourTallyIdOf(advertiserId, now());
    const tally = (await one.campaignHours.accounts.list([tallyId])).get(tallyId);
    expect(tally?.minutes.get(0)?.reserved).toBe(view);
  });

  it('are not passed by gateways that are in two hours at once', async () => {
    const options = {
      campaigns: [aCampaignForSale({ hourlyBudget: usd('0.6'), pacing: 'asap' })],
      funds: new Map([[advertiserId, usd('0.7')]]),
    };
    const gates = [
      await open({ ...options, now: () => new Date('2026-11-22T10:59:59.900Z') }),
      await open({ ...options, now: () => new Date('2026-11-22T11:00:00.100Z') }),
    ];
    // Each has a slice, before either may take all that is left.
    const first = [await offerAll(gates[0]!, 1), await offerAll(gates[1]!, 1)];
    expect(first).toEqual([1, 1]);
    const others = await Promise.all(gates.map((gate) => offerAll(gate, 79)));
    expect(2 + others.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(70);
  });
});

describe('three gateways', () => {
  it('offer together what there is and not one view more, however many finds come at once', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('1'), pacing: 'asap' });
    const gates = [
      await open({ campaigns: [asap] }),
      await open({ campaigns: [asap] }),
      await open({ campaigns: [asap] }),
    ];
    const offers = await Promise.all(
      Array.from({ length: 64 }, (_, find) => offerAll(gates[find % 3]!, 10)),
    );
    expect(offers.reduce((sum, one) => sum + one)).toBe(100);
  });

  it('get what one of them held that died, once it has lapsed', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('1'), pacing: 'asap' });
    const dead = await open({ campaigns: [asap] });
    const others = [await open({ campaigns: [asap] }), await open({ campaigns: [asap] })];
    const offered = await offerAll(dead, 10);
    await judge(dead, offered);
    const alive = async () => {
      const offers = await Promise.all(others.map((one) => offerAll(one)));
      return offers.reduce((sum, one) => sum + one);
    };
    const first = await alive();
    expect(first).toBeLessThan(90);
    await judge(dead, first);
    passSeconds(31 * 60);
    await Promise.all(others.map(({ gate }) => gate.keep()));
    // Some of the offers that it held were seen by nobody: less is set aside for each offer then.
    const share = (await seenShare(dead)) / 1_000;
    expect(share).toBeGreaterThan(0.7);
    expect(await alive()).toBe(Math.floor((90 - first) / share));
  });
});

(isEmbedded ? describe : describe.skip)('without the database', () => {
  let proxy: DatabaseProxy;
  beforeEach(async () => {
    proxy = await startDatabaseProxy(uri);
  });
  afterEach(() => proxy.close());

  it.each(['cut', 'stall'] as const)(
    'goes on by a quarter of what was free, and sets it aside when the database is back (%s)',
    async (fault) => {
      const asap = aCampaignForSale({ hourlyBudget: usd('4'), pacing: 'asap' });
      const one = await open({ campaigns: [asap], uri: proxy.uri, patienceMs: 200 });
      expect(await offer(one, id)).toBe(true);
      proxy[fault]();
      let offers = await offerAll(one);
      passSeconds(1);
      await one.gate.keep();
      offers += await offerAll(one);
      expect(offers).toBeGreaterThan(90);
      // The slice at hand, and a quarter of 4 USD.
      expect(offers).toBeLessThanOrEqual(32 + 100);
      proxy.restore();
      const observer = await open({ campaigns: [asap] });
      await eventually(async () => {
        await one.gate.keep();
        expect(await committed(observer)).toBeGreaterThanOrEqual(view * BigInt(offers + 1));
      });
      await one.gate.close();
      // A slice that was given up may have been taken all the same.
      expect(await committed(observer)).toBeLessThan(view * BigInt(offers + 40));
    },
  );

  it('lends a quarter of what was free of an account’s funds, to all its campaigns together', async () => {
    const pacing = 'asap';
    const asap = aCampaignForSale({ pacing });
    const sibling = aCampaignForSale({ id: 'd'.repeat(32), pacing });
    const stranger = { id: 'e'.repeat(32), advertiserId: 'f'.repeat(32) };
    const campaigns = [asap, sibling, aCampaignForSale({ ...stranger, pacing })];
    const funds = new Map([
      [advertiserId, usd('4')],
      [stranger.advertiserId, usd('4')],
    ]);
    const one = await open({ campaigns, funds, uri: proxy.uri, patienceMs: 200 });
    for (const each of campaigns) expect(await offer(one, each.id)).toBe(true);
    proxy.cut();
    const offersOf = async (campaignId: string) => {
      let offers = await offerAll(one, 10_000, campaignId);
      passSeconds(1);
      await one.gate.keep();
      offers += await offerAll(one, 10_000, campaignId);
      return offers;
    };
    const [ofOne, ofSibling] = [await offersOf(id), await offersOf(sibling.id)];
    const ofStranger = await offersOf(stranger.id);
    // The slice of each, and a quarter of 4 USD.
    expect(ofOne + ofSibling).toBeGreaterThan(80);
    expect(ofOne + ofSibling).toBeLessThanOrEqual(2 * 32 + 100);
    expect(ofStranger).toBeGreaterThan(80);
  });

  it('sets aside what it has lent once there is a rate again, too', async () => {
    const asap = aCampaignForSale({ hourlyBudget: usd('4'), pacing: 'asap' });
    let mayOffer = true;
    const options = { campaigns: [asap], uri: proxy.uri, patienceMs: 200 };
    const one = await open({ ...options, mayOffer: () => mayOffer });
    expect(await offer(one, id)).toBe(true);
    proxy.cut();
    let offers = await offerAll(one);
    passSeconds(1);
    await one.gate.keep();
    offers += await offerAll(one);
    expect(offers).toBeGreaterThan(90);
    proxy.restore();
    mayOffer = false;
    await one.gate.keep();
    expect(await offerAll(one)).toBe(0);
    mayOffer = true;
    const observer = await open({ campaigns: [asap] });
    await eventually(async () => {
      await one.gate.keep();
      expect(await committed(observer)).toBeGreaterThanOrEqual(view * BigInt(offers + 1));
    });
  });
});
