import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../../src/api/context';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import { factOf } from '../../../../src/insight/statistics/facts/fact';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import { mergeLayers } from '../../../../src/insight/statistics/roll-ups/merge-roll-up-layers.job';
import { RollUps } from '../../../../src/insight/statistics/roll-ups/roll-up';
import { wholeTurn } from '../../../../src/platform/jobs/job';
import { hourMs } from '../../../../src/time';
import { anEvent, anId } from '../../../support/events';
import { accepted, tellVerdicts } from '../../../support/verdicts';
import { startVerifier } from '../../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../../support/verifier';

const [publisherId, siteId] = [anId(), anId()];
const [campaignId, advertiserId, creativeId] = [anId(), anId(), anId()];
const placements = Array.from({ length: 2_000 }, anId);
const range = { from: eleven, to: minutesAfter(eleven, 60) };

let one: Verifier;
beforeEach(async () => {
  one = await startVerifier();
});

const viewsAt = (placementIds: readonly string[]) =>
  placementIds.map((placementId) => ({
    ...{ publisherId, siteId, placementId, campaignId, advertiserId, creativeId },
    ...{ occurredAt: minutesAfter(eleven, 20), trackingId: null },
  }));

/** Stores a view at each of the first `count` placements, and adds the views to the roll-ups. */
async function show(count: number, ctx: ServiceContext = one.ctx): Promise<void> {
  await tellVerdicts(one.ctx, viewsAt(placements.slice(0, count)));
  await foldAllChanges(ctx);
}

interface Stored {
  readonly _id: string;
  readonly layer?: number;
}

/** The layers of the publisher's roll-up. */
async function layersNow(): Promise<readonly number[]> {
  const found = await one.db
    .collection<Stored>('statisticsRollUps')
    .find({ ownerId: publisherId })
    .toArray();
  return found.map(({ layer = 0 }) => layer).sort();
}

/** Views of each placement, as an answer has them. */
async function viewsNow(): Promise<readonly number[]> {
  const asked = { side: 'publisher', accountId: publisherId, by: 'placement', ...range } as const;
  const { rows } = await getStatistics(one.ctx, asked);
  const viewsOf = new Map(rows.map(({ key, cell }) => [key, cell.counts.views]));
  return placements.map((id) => viewsOf.get(id) ?? 0);
}

const expected = (...counts: readonly number[]) =>
  placements.map((_id, at) => counts.filter((count) => at < count).length);

it('adds facts to the first layer, and to the next where that has no room', async () => {
  const layers: (readonly number[])[] = [];
  // A layer has room for so many rows. Each view makes about two rows, of its placement, and all make some of site and publisher.
  const shown = [50, 90, 100, 350, 20, 900, 1_999, 30];
  for (const count of shown) {
    await show(count);
    layers.push(await layersNow());
  }
  expect(layers).toEqual([[0], [0], [1], [1], [0, 1], [2], [3], [0, 3]]);
  expect(await viewsNow()).toEqual(expected(...shown));
});

it('leaves what is large as it is, where few facts are added', async () => {
  await show(2_000);
  const large = () => one.db.collection<Stored>('statisticsRollUps').find({ layer: 3 }).toArray();
  const before = await large();
  await show(40);
  await show(30);
  expect(before.map(({ _id }) => _id)).toContain(
    `publisher:${publisherId}:${eleven.getTime() / hourMs}~3`,
  );
  expect(await large()).toEqual(before);
  expect(await viewsNow()).toEqual(expected(2_000, 40, 30));
});

it('takes what an earlier version has stored as one document apart, once', async () => {
  const rollUps = new RollUps();
  for (const view of viewsAt(placements)) rollUps.add(factOf(anEvent(view), accepted));
  const stored = [...rollUps.byId.values()];
  await one.ctx.inTransaction((session) => one.ctx.rollUps.save(stored, new Set(), session));
  expect([await layersNow(), await viewsNow()]).toEqual([[0], expected(2_000)]);
  await show(10);
  expect([await layersNow(), await viewsNow()]).toEqual([[3], expected(2_000, 10)]);
});

/** A context that fails at one of the calls of the stores that a fold reads and writes, before or after it. */
function failingAt(ctx: ServiceContext, call: number, isAfter: boolean): ServiceContext {
  let calls = 0;
  const failing = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          calls += 1;
          const isNow = calls === call;
          if (isNow && !isAfter) throw new Error('simulated');
          const result: unknown = await Reflect.apply(member, target, args);
          if (isNow) throw new Error('simulated');
          return result;
        };
      },
    });
  const stores = {
    rollUps: failing(ctx.rollUps),
    statisticsChanges: failing(ctx.statisticsChanges),
  };
  return Object.assign(Object.create(ctx) as ServiceContext, stores);
}

it('counts nothing twice and loses nothing, wherever it fails', async () => {
  const counts = [90, 350];
  for (const count of counts) await show(count);
  let failures = 0;
  for (let call = 1; ; call += 1) {
    // Through two layers.
    counts.push(150);
    await tellVerdicts(one.ctx, viewsAt(placements.slice(0, 150)));
    let failed = 0;
    for (const isAfter of [false, true])
      await foldAllChanges(failingAt(one.ctx, call, isAfter)).catch(() => (failed += 1));
    expect(await viewsNow()).toEqual(expected(...counts));
    await foldAllChanges(one.ctx);
    expect(await viewsNow()).toEqual(expected(...counts));
    failures += failed;
    if (failed < 2) break;
  }
  // Changes are listed, two layers read, all is written, changes are deleted, and none is left.
  expect(failures).toBeGreaterThanOrEqual(11);
});

it('counts the same where two gateways add at once', async () => {
  await show(350);
  const counts = [350];
  for (const count of [60, 95, 380]) {
    counts.push(count, count);
    for (let twice = 0; twice < 2; twice += 1)
      await tellVerdicts(one.ctx, viewsAt(placements.slice(0, count)));
    await Promise.all([foldAllChanges(one.ctx), foldAllChanges(one.ctx)]);
    expect(await viewsNow()).toEqual(expected(...counts));
  }
});

it('finds roll-ups by more ids than a command of the database has room for', async () => {
  await show(1);
  const own = `publisher:${publisherId}:${eleven.getTime() / hourMs}`;
  const others = Array.from({ length: 300_000 }, (_value, at) => `${own}${at}`);
  const found = await one.ctx.inTransaction((session) =>
    one.ctx.rollUps.listByIds([...others, own], session),
  );
  expect(found).toMatchObject([{ _id: own }]);
});

describe('when the hour is over', () => {
  const shown = [2_000, 350, 90];
  const merge = (ctx: ServiceContext = one.ctx) =>
    mergeLayers.run(ctx, new AbortController().signal, wholeTurn);

  beforeEach(async () => {
    for (const count of shown) await show(count);
    expect(await layersNow()).toEqual([0, 1, 3]);
    await merge();
    expect(await layersNow()).toEqual([0, 1, 3]);
    one.clock.now = minutesAfter(eleven, 121);
  });

  it('puts layers together, which late facts do not part', async () => {
    await merge();
    expect([await layersNow(), await viewsNow()]).toEqual([[0], expected(...shown)]);
    await show(500);
    expect([await layersNow(), await viewsNow()]).toEqual([[0], expected(...shown, 500)]);
  });

  it('puts them together where late facts come first', async () => {
    await show(500);
    expect([await layersNow(), await viewsNow()]).toEqual([[0], expected(...shown, 500)]);
  });

  it('counts nothing twice and loses nothing where two merge, add or fail at once', async () => {
    await tellVerdicts(one.ctx, viewsAt(placements.slice(0, 700)));
    for (let call = 1; call <= 3; call += 1)
      for (const isAfter of [false, true])
        await merge(failingAt(one.ctx, call, isAfter)).catch(() => null);
    expect(await viewsNow()).toEqual(expected(...shown, 700));
    await Promise.all([merge(), foldAllChanges(one.ctx), merge()]);
    expect([await layersNow(), await viewsNow()]).toEqual([[0], expected(...shown, 700)]);
  });
});
