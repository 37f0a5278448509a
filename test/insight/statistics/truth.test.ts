import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import {
  foldAllChanges,
  foldChanges,
} from '../../../src/insight/statistics/roll-ups/fold-changes.service';
import { mostRowsOfLayers } from '../../../src/insight/statistics/roll-ups/layers';
import { mergeLayers } from '../../../src/insight/statistics/roll-ups/merge-roll-up-layers.job';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { foldPiece } from '../../../src/insight/statistics/roll-ups/fold-piece.service';
import { readPiece } from '../../../src/insight/statistics/facts/folding-piece';
import { countWaiting } from '../../../src/insight/statistics/facts/waiting-facts.service';
import { assertPresent } from '../../../src/present';
import { rebuildStatistics } from '../../../src/insight/statistics/roll-ups/rebuild-statistics.service';
import { getStatistics } from '../../../src/insight/statistics/questions/statistics.service';
import type { DimensionName, Side } from '../../../src/insight/statistics/questions/dimensions';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { type Chance, createChance } from '../../money/simulation/chance';
import { type Market, minutesAfter, noon, type Verifier } from '../../support/verifier';
import { figuresOf } from './figures';
import { readCounted, sumUp } from './recount';
import { everything, judgeAgain, startMarkets, storeSome } from './statistics-world';
import { readSeed } from '../../support/seed';
import { smallLayers } from '../../support/small-layers';

/** STATISTICS_SEED repeats a run. */
const seed = readSeed('STATISTICS_SEED');
const rounds = Number(process.env.SOAK_STATISTICS_ROUNDS ?? 12);
const kills = Math.max(3, Math.floor(rounds / 4));

Object.assign(mostRowsOfLayers, smallLayers);

const steppedStores = [
  'statisticsChanges',
  'statisticsShares',
  'rollUps',
  'visitorDays',
  'countableEvents',
] as const;

/** A context whose statistics' stores fail now and then, before they have done something or after it. */
function failingAtTimes(ctx: ServiceContext, chance: Chance): ServiceContext {
  const failing = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || String(name).startsWith('stream')) return member;
        return async (...args: unknown[]) => {
          if (chance.happens(0.05)) throw new Error('simulated');
          const result: unknown = await Reflect.apply(member, target, args);
          if (chance.happens(0.05)) throw new Error('simulated');
          return result;
        };
      },
    });
  const stores = Object.fromEntries(steppedStores.map((name) => [name, failing(ctx[name])]));
  return Object.assign(Object.create(ctx) as ServiceContext, stores);
}

const views: readonly {
  side: Side;
  by: DimensionName | null;
  part: string | null;
}[] = [
  { side: 'advertiser', by: null, part: null },
  { side: 'advertiser', by: 'campaign', part: 'campaignId' },
  { side: 'advertiser', by: 'creative', part: 'creativeId' },
  { side: 'publisher', by: null, part: null },
  { side: 'publisher', by: 'site', part: 'siteId' },
  { side: 'publisher', by: 'placement', part: 'placementId' },
  { side: 'publisher', by: 'creative', part: 'creativeId' },
  { side: 'operator', by: null, part: null },
  { side: 'operator', by: 'site', part: 'siteId' },
  { side: 'operator', by: 'campaign', part: 'campaignId' },
];

/** Adds to the roll-ups what waits for one of the pieces, as where one process does not keep up. */
async function foldSomePiece(ctx: ServiceContext, chance: Chance): Promise<void> {
  const { pieces } = await countWaiting(ctx);
  if (pieces.size > 0) await foldPiece(ctx, readPiece(chance.pick([...pieces])));
}

/** Loses a part of what is summed up, or all of it, as if it had been judged before anything was. */
async function damage({ db }: Verifier, chance: Chance): Promise<void> {
  const from = chance.happens(0.3) ? 0 : noon.getTime() / 3_600_000 - chance.between(0, 20);
  await db.collection('statisticsRollUps').deleteMany({ hour: { $gte: from } });
  if (chance.happens(0.5)) await db.collection('visitorDays').deleteMany({});
  await db
    .collection('statisticsRollUps')
    .updateMany({ family: chance.pick(['all', 'campaign', 'site']) }, { $set: { sections: {} } });
  await countLayersTwice(db);
}

/** As an older gateway does that still runs and counts anew: it leaves layers beside the whole. */
async function countLayersTwice(db: Verifier['db']): Promise<void> {
  const rollUps = db.collection<{ _id: string; layer?: number }>('statisticsRollUps');
  for (const { _id, layer, ...rest } of await rollUps.find({ layer: 2 }).toArray())
    await rollUps.replaceOne({ _id: _id.replace(`~${layer}`, '') }, rest, { upsert: true });
}

/** Two gateways that think they have the same piece, while a third one has another. */
async function foldTwice({ ctx }: Verifier, chance: Chance): Promise<void> {
  const { pieces } = await countWaiting(ctx);
  if (pieces.size === 0) return;
  const [same, other] = [chance.pick([...pieces]), chance.pick([...pieces])].map(readPiece);
  const folded = await Promise.allSettled(
    [same, same, other].map((piece) => foldPiece(ctx, assertPresent(piece, 'two were picked'))),
  );
  expect(folded.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
}

/** Counts everything anew, while verdicts are given and added up. */
async function rebuildMeanwhile(one: Verifier, failing: ServiceContext): Promise<void> {
  const work = [
    rebuildStatistics(one.ctx, { ...everything, isApplied: true }),
    verifyAllDue(one.ctx),
    foldChanges(one.ctx),
    rebuildStatistics(failing, { ...everything, isApplied: true }),
  ];
  const [rebuilt] = await Promise.allSettled(work);
  expect(rebuilt).toMatchObject({ status: 'fulfilled' });
}

async function expectTruth({ ctx, db }: Verifier, market: Market): Promise<void> {
  const counted = await readCounted(db);
  const range = everything;
  for (const { side, by, part } of views) {
    const owner = { advertiser: 'advertiserId', publisher: 'publisherId', operator: null }[side];
    // An owner's id is among the market's.
    const accountId = owner === null ? null : market[owner as keyof Market];
    const found = await getStatistics(ctx, { side, accountId, ...range, by, interval: 'hour' });
    const own = counted.filter(({ of }) => owner === null || of[owner] === accountId);
    for (const { from, to, key, cell } of found.rows)
      expect([side, by, key, from, figuresOf(cell)]).toEqual([
        side,
        by,
        key,
        from,
        sumUp(own, { from, to }, (of) => part === null || of[part] === key),
      ]);
    const whole = [side, by, figuresOf(found.totals)];
    expect(whole).toEqual([side, by, sumUp(own, range, () => true)]);
  }
}

it(`equals a recount at any time, whatever fails (STATISTICS_SEED=${seed})`, async () => {
  const chance = createChance(seed);
  const { one, markets } = await startMarkets();
  const failing = failingAtTimes(one.ctx, chance);
  // Where the last rounds have counted anew, there are none left at the end.
  const layers = new Set<unknown>();
  for (let round = 0; round < rounds; round += 1) {
    one.clock.now = minutesAfter(noon, round * 5);
    await storeSome(one, markets, chance);
    await verifyAllDue(one.ctx);
    if (chance.happens(0.3)) await judgeAgain(one, chance);
    for (let some = chance.between(0, 12); some > 0; some -= 1)
      await foldSomePiece(chance.happens(0.3) ? failing : one.ctx, chance).catch(() => 0);
    if (chance.happens(0.5)) await foldChanges(failing).catch(() => 0);
    if (chance.happens(0.3)) await Promise.allSettled([foldChanges(failing), foldChanges(one.ctx)]);
    if (chance.happens(0.3)) await foldTwice(one, chance);
    if (round === 6 || chance.happens(0.05)) {
      await damage(one, chance);
      await storeSome(one, markets, chance);
      await rebuildMeanwhile(one, failing);
    }
    for (const layer of await listLayers(one)) layers.add(layer);
    if (round % 5 === 4) await expectTruth(one, chance.pick(markets));
  }
  await foldAllChanges(one.ctx);
  expect([...layers]).toEqual(allLayers);
  for (const market of markets) await expectTruth(one, market);
  await mergeAllLayers(one, failing);
  for (const market of markets) await expectTruth(one, market);
  expect(await rebuildStatistics(one.ctx, everything)).toMatchObject({ differing: 0, latest: [] });
  for (const name of ['statisticsChanges', 'statisticsShares'])
    expect(await one.db.collection(name).countDocuments()).toBe(0);
});

/** Starts what a gateway does for statistics, in a process of its own, and kills it on the way. */
async function runAndKill(
  { uri, clock }: Verifier,
  chance: Chance,
  work: 'everything' | 'pieces',
): Promise<void> {
  const program = ['typescript-hook.js', 'endless-statistician.ts'].map((file) =>
    join(__dirname, '../../support', file),
  );
  const child = spawn(process.execPath, ['-r', ...program, uri, clock.now.toISOString(), work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let stepsLeft = chance.between(1, 12);
  for await (const line of createInterface(child.stdout)) {
    expect(line).toMatch(/ing/);
    stepsLeft -= 1;
    if (stepsLeft > 0) continue;
    // Somewhere within the step.
    await sleep(chance.between(0, 40));
    child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
}

const listLayers = ({ db }: Verifier): Promise<unknown[]> =>
  db.collection('statisticsRollUps').distinct('layer');

const allLayers = expect.arrayContaining([1, 2, 3]);

/** When all hours are over. */
async function mergeAllLayers(one: Verifier, failing: Verifier['ctx']): Promise<void> {
  one.clock.now = minutesAfter(one.clock.now, 121);
  const { signal } = new AbortController();
  const merge = (ctx: Verifier['ctx']) => mergeLayers.run(ctx, signal, wholeTurn);
  await Promise.allSettled([merge(failing), merge(one.ctx), merge(failing)]);
  await merge(one.ctx);
  expect(await one.db.collection('statisticsRollUps').distinct('layer')).toEqual([]);
}

/** From half past twelve to half past two, so that hours are over between the kills. */
const timeOfKill = (round: number): Date => minutesAfter(noon, 30 + (round * 120) / (kills - 1));

async function expectAllCounted(one: Verifier, markets: readonly Market[]): Promise<void> {
  one.clock.now = minutesAfter(one.clock.now, 60);
  await verifyAllDue(one.ctx);
  await foldAllChanges(one.ctx);
  expect(await listLayers(one)).toEqual(allLayers);
  for (const market of markets) await expectTruth(one, market);
  await mergeAllLayers(one, one.ctx);
  for (const market of markets) await expectTruth(one, market);
  expect(await rebuildStatistics(one.ctx, everything)).toMatchObject({ differing: 0, latest: [] });
}

it(`equals a recount when gateways are killed (STATISTICS_SEED=${seed})`, async () => {
  const chance = createChance(seed + 1);
  const { one, markets } = await startMarkets();
  for (let round = 0; round < kills; round += 1) {
    one.clock.now = timeOfKill(round);
    for (let some = 0; some < 5; some += 1) await storeSome(one, markets, chance);
    if (round > 0) await judgeAgain(one, chance);
    await Promise.all([runAndKill(one, chance, 'everything'), judgeAgain(one, chance)]);
    await expectTruth(one, chance.pick(markets));
  }
  await expectAllCounted(one, markets);
});

it(`equals a recount when three gateways fold pieces and are killed (STATISTICS_SEED=${seed})`, async () => {
  const chance = createChance(seed + 2);
  const { one, markets } = await startMarkets();
  for (let round = 0; round < kills; round += 1) {
    one.clock.now = timeOfKill(round);
    for (let some = 0; some < 5; some += 1) await storeSome(one, markets, chance);
    await verifyAllDue(one.ctx);
    if (round > 0) await judgeAgain(one, chance);
    // As an earlier version has stored them.
    if (round === 0)
      await one.db.collection('statisticsChanges').updateMany({}, { $unset: { count: '' } });
    const gateways = [1, 2, 3].map(() => runAndKill(one, chance, 'pieces'));
    await Promise.all([...gateways, judgeAgain(one, chance)]);
    await expectTruth(one, chance.pick(markets));
  }
  await expectAllCounted(one, markets);
});
