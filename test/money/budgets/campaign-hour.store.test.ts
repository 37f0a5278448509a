import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import {
  type CampaignHourStore,
  createCampaignHourStore,
  type SpendChange,
} from '../../../src/money/budgets/campaign-hour.store';
import type { BudgetSlice } from '../../../src/money/budgets/hour-tallies.store';
import { hourTallyIdOf, type MinuteTally } from '../../../src/money/budgets/hour-tally';
import { openDatabase } from '../../../src/platform/database/connection';
import { createTransactions } from '../../../src/platform/database/transaction';
import { freshDatabase } from '../../support/database';

const owner = { campaignId: 'c'.repeat(32), advertiserId: 'a'.repeat(32) };
const at = new Date('2026-11-22T10:07:30Z');
const id = hourTallyIdOf(owner.campaignId, at);
const idBefore = hourTallyIdOf(owner.campaignId, new Date('2026-11-22T09:59:00Z'));
const slice = (amount: bigint) =>
  ({ owner, at, amount, offers: 1n, forViews: amount }) satisfies BudgetSlice<typeof owner>;
const untouched: MinuteTally = {
  ...{ reserved: 0n, seen: 0n, offers: 0n, views: 0n },
  ...{ reservedForViews: 0n, seenOfViews: 0n, beside: 0n },
};
const take = async (from: CampaignHourStore, amount: bigint, version: number) =>
  (await from.takeSlices([{ ...slice(amount), version }])).size === 0;

let processes: readonly Connection[];
let db: Connection;
let hours: readonly CampaignHourStore[];
let store: CampaignHourStore;
beforeAll(async () => {
  const uri = await freshDatabase();
  processes = [await openDatabase(uri), await openDatabase(uri), await openDatabase(uri)];
  hours = processes.map(createCampaignHourStore);
  db = processes[0]!;
  store = hours[0]!;
  for (const model of store.models) await model.createIndexes();
});
afterAll(() => Promise.all(processes.map((one) => one.close())));
beforeEach(async () => {
  for (const { collection } of store.models) await collection.deleteMany({});
});

const tallyOf = async (tallyId = id) => (await store.list([tallyId])).get(tallyId) ?? null;
const spend = (...changes: readonly SpendChange[]) =>
  createTransactions(db)((session) => store.spend(session, changes));
const aChange = (changes: Partial<SpendChange> = {}): SpendChange => ({
  ...owner,
  budgetTime: at,
  day: new Date('2026-11-22T00:00:00Z'),
  spent: 0n,
  offeredAt: null,
  seen: 0n,
  views: 0n,
  ...changes,
});

describe('list', () => {
  it('leaves out hours that nothing is stored of', async () => {
    await take(store, 5n, 0);
    expect([...(await store.list([idBefore, id])).keys()]).toEqual([id]);
  });
});

describe('takeSlices', () => {
  it('sets money aside for a minute of an hour that nobody wrote to', async () => {
    expect(await take(store, 5n, 0)).toBe(true);
    expect(await tallyOf()).toEqual({
      spent: 0n,
      minutes: new Map([[7, { ...untouched, reserved: 5n, reservedForViews: 5n, offers: 1n }]]),
      version: 1,
    });
    const [document] = await db.collection('campaignHours').find().toArray();
    expect(document).toMatchObject({ ...owner, hour: new Date('2026-11-22T10:00:00Z') });
  });

  it('adds to what is set aside', async () => {
    await take(store, 5n, 0);
    expect(await take(store, 6n, 1)).toBe(true);
    expect((await tallyOf())?.minutes.get(7)).toEqual({
      ...untouched,
      reserved: 11n,
      reservedForViews: 11n,
      offers: 2n,
    });
  });

  it.each([
    ['of an hour that was written to since it was read', 1],
    ['of an hour that has been written to, for the first time', 0],
  ])('takes nothing %s', async (_case, version) => {
    await take(store, 5n, 0);
    await take(store, 6n, 1);
    expect(await take(store, 100n, version)).toBe(false);
    expect((await tallyOf())?.minutes.get(7)?.reserved).toBe(11n);
  });

  it('names those of many that came too late, and takes the others', async () => {
    await take(store, 5n, 0);
    const others = ['d', 'e'].map((digit) => ({ ...owner, campaignId: digit.repeat(32) }));
    const late = await store.takeSlices([
      { ...slice(1n), owner: others[0]!, version: 0 },
      { ...slice(100n), version: 7 },
      { ...slice(1n), owner: others[1]!, version: 0 },
    ]);
    expect([...late]).toEqual([1]);
    const ids = others.map(({ campaignId }) => hourTallyIdOf(campaignId, at));
    expect([...(await store.list([...ids, id])).values()].map(({ version }) => version)).toEqual([
      1, 1, 1,
    ]);
  });

  it('lets one of many have it that read the same', async () => {
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, n) => take(hours[n % 3]!, 5n, 0)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect((await tallyOf())?.minutes.get(7)?.reserved).toBe(5n);
  });
});

describe('giveBack', () => {
  it('takes from what is set aside, whatever was written since', async () => {
    await take(store, 5n, 0);
    await spend(aChange({ spent: 1n }));
    await Promise.all(hours.map((one) => one.giveBack([slice(1n)])));
    expect(await tallyOf()).toMatchObject({
      minutes: new Map([
        [7, { reserved: 2n, reservedForViews: 2n, seen: 0n, offers: -2n, views: 0n }],
      ]),
      version: 5,
    });
  });

  it('does nothing for no slices', async () => {
    await store.giveBack([]);
    expect(await tallyOf()).toBeNull();
  });
});

describe('lock', () => {
  it.each([
    ['10:00:30', [9, 10]],
    ['10:30:00', [9, 10]],
    ['10:59:30', [9, 10, 11]],
  ])('makes slices late that were cut before, in all hours of offers at %s', async (time, all) => {
    const account = { advertiserId: owner.advertiserId };
    const locked = new Date(`2026-11-22T${time}Z`);
    await createTransactions(db)((session) => store.accounts.lock(account, locked, session));
    const slices = [9, 10, 11].map((hour) => ({
      ...{ owner: account, at: new Date(Date.UTC(2026, 10, 22, hour, 30)), version: 0 },
      ...{ amount: 5n, offers: 1n, forViews: 5n },
    }));
    const late = await store.accounts.takeSlices(slices);
    expect([...late].map((position) => position + 9)).toEqual(all);
  });
});

describe('spend', () => {
  it('adds to the hour that pays for events, and to the minute in which they were offered', async () => {
    const offeredAt = new Date('2026-11-22T09:59:58Z');
    await spend(
      aChange({ spent: 3n, offeredAt: at, seen: 3n, views: 1n }),
      aChange({ spent: 4n, budgetTime: offeredAt, offeredAt, seen: 4n }),
      aChange({ offeredAt: at, seen: 2n, views: 1n }),
      aChange({ spent: 10n }),
    );
    expect(await tallyOf()).toEqual({
      spent: 13n,
      minutes: new Map([[7, { ...untouched, seen: 5n, seenOfViews: 5n, views: 2n }]]),
      version: 1,
    });
    expect(await tallyOf(idBefore)).toEqual({
      spent: 4n,
      minutes: new Map([[59, { ...untouched, seen: 4n }]]),
      version: 1,
    });
  });

  it('adds to what accounts have set aside for all of their campaigns', async () => {
    const accountId = hourTallyIdOf(owner.advertiserId, at);
    await spend(
      aChange({ spent: 3n, offeredAt: at, seen: 3n }),
      aChange({ campaignId: 'd'.repeat(32), offeredAt: at, seen: 2n, views: 1n }),
    );
    expect((await store.accounts.list([accountId])).get(accountId)?.minutes).toEqual(
      new Map([[7, { ...untouched, seen: 5n, seenOfViews: 2n }]]),
    );
  });

  it('is undone with its transaction', async () => {
    const work = createTransactions(db)(async (session) => {
      await store.spend(session, [aChange({ spent: 3n })]);
      expect((await store.list([id], session)).get(id)?.spent).toBe(3n);
      throw new Error('disturbed');
    });
    await expect(work).rejects.toThrow('disturbed');
    expect(await tallyOf()).toBeNull();
  });

  it('loses nothing to slices that are taken at the same time', async () => {
    await take(store, 1n, 0);
    let taken = 0;
    await Promise.all([
      ...Array.from({ length: 20 }, () => spend(aChange({ spent: 1n, offeredAt: at, seen: 1n }))),
      ...Array.from({ length: 20 }, async (_, n) => {
        const version = (await tallyOf())!.version;
        if (await take(hours[n % 3]!, 10n, version)) taken += 1;
      }),
    ]);
    expect(await tallyOf()).toMatchObject({
      spent: 20n,
      minutes: new Map([[7, { reserved: 1n + 10n * BigInt(taken), seen: 20n }]]),
    });
  });

  it('writes nothing for changes of nothing', async () => {
    await spend(aChange());
    expect(await tallyOf()).toBeNull();
  });
});

describe('a used budget of a whole life', () => {
  const used = (budget: bigint) => [{ id: owner.campaignId, budget }];
  const note = (place: number, budget: bigint) =>
    createTransactions(processes[place]!)((session) =>
      hours[place]!.periods.noteUsedUp(used(budget), session),
    );

  it('is noted by one of several processes, whatever the others see', async () => {
    await spend(aChange({ spent: 5n }));
    const noted = await Promise.all(processes.map((_process, place) => note(place, 5n)));
    expect(noted.flat()).toEqual(used(5n));
  });

  it('is noted again where it is greater, not where it is less', async () => {
    // As former versions stored it: nothing says what was used up.
    await spend(aChange({ spent: 5n }));
    const noted = [];
    for (const budget of [5n, 5n, 4n, 7n, 5n, 7n]) noted.push(...(await note(0, budget)));
    expect(noted.map(({ budget }) => budget)).toEqual([5n, 7n]);
  });

  it('is not noted by a transaction that fails', async () => {
    await spend(aChange({ spent: 5n }));
    const failing = createTransactions(db)(async (session) => {
      await store.periods.noteUsedUp(used(5n), session);
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await note(1, 5n)).toEqual(used(5n));
  });

  it('is nothing where nothing was spent', async () => {
    expect(await note(0, 5n)).toEqual([]);
  });
});
