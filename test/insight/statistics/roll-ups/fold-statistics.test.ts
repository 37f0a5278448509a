import { beforeEach, expect, it } from '@jest/globals';
import { readPiece } from '../../../../src/insight/statistics/facts/folding-piece';
import { foldPieces } from '../../../../src/insight/statistics/roll-ups/fold-pieces.job';
import { foldStatistics } from '../../../../src/insight/statistics/roll-ups/fold-statistics.job';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { partitionOf } from '../../../../src/market/events/event';
import { wholeTurn } from '../../../../src/platform/jobs/job';
import { startVerifier } from '../../../support/verification';
import { eleven, type Market, minutesAfter, type Verifier } from '../../../support/verifier';

let one: Verifier;
let market: Market;
const running = new AbortController();

const waiting = (name: 'statisticsChanges' | 'statisticsShares') =>
  one.db.collection(name).countDocuments();
const run = (piece: string) => foldPieces.run(one.ctx, running.signal, { ...wholeTurn, piece });
const duePieces = async () => {
  const pieces = (await one.ctx.jobStates.list()).get(foldPieces.name) ?? [];
  const now = one.clock.now.getTime();
  return pieces.flatMap(({ piece, nextRunAt }) => (nextRunAt?.getTime() === now ? [piece] : []));
};

beforeEach(async () => {
  one = await startVerifier();
  market = await one.addMarket();
  one.clock.now = minutesAfter(eleven, 10);
  await one.ctx.jobStates.prepare([foldPieces], one.clock.now);
  await one.store(market, { trackingId: 'a'.repeat(32) }, { trackingId: 'a'.repeat(32) });
  await verifyAllDue(one.ctx);
});

it('adds few facts by itself, and makes no piece due', async () => {
  await foldStatistics.run(one.ctx, running.signal, wholeTurn);
  expect(await waiting('statisticsChanges')).toBe(0);
  expect(await duePieces()).toEqual([]);
});

const runBeside = (others: number) =>
  one.db
    .collection<{ _id: string; seenAt: Date }>('runningProcesses')
    .insertMany(
      Array.from({ length: others }, (_, at) => ({ _id: `other ${at}`, seenAt: one.clock.now })),
    );

it('adds many facts by itself, too, where few processes run', async () => {
  await one.db.collection('statisticsChanges').updateMany({}, { $set: { count: 10_001 } });
  await runBeside(2);
  await foldStatistics.run(one.ctx, running.signal, wholeTurn);
  expect(await waiting('statisticsChanges')).toBe(0);
  expect(await duePieces()).toEqual([]);
});

it('leaves many facts to the pieces that they wait for, where there are processes for them', async () => {
  await one.db.collection('statisticsChanges').updateMany({}, { $set: { count: 10_001 } });
  await runBeside(3);
  await foldStatistics.run(one.ctx, running.signal, wholeTurn);
  expect(await waiting('statisticsChanges')).toBe(1);
  expect(await duePieces()).toEqual([`demand:${partitionOf(market.advertiserId)}`]);
});

it('counts the same by pieces as by the job: parts of the roll-up of all, and first views', async () => {
  const demand = `demand:${partitionOf(market.advertiserId)}`;
  const supply = `supply:${partitionOf(market.publisherId)}`;
  await run(demand);
  const shares = await one.db.collection('statisticsShares').find().toArray();
  expect(shares.map(({ piece }) => String(piece)).sort()).toEqual([supply, 'visitors:10']);
  await run('visitors:10');
  await run(demand);
  await run(supply);
  expect([await waiting('statisticsChanges'), await waiting('statisticsShares')]).toEqual([0, 0]);
  const rollUps = await one.db.collection('statisticsRollUps').find().toArray();
  const parts = rollUps.map(({ family, part }) => [String(family), part as unknown]);
  expect(parts).toContainEqual(['all', readPiece(demand).partition]);
  const range = { from: minutesAfter(eleven, -60), to: minutesAfter(eleven, 60) };
  for (const [side, accountId] of [
    ['operator', null],
    ['advertiser', market.advertiserId],
    ['publisher', market.publisherId],
  ] as const) {
    const { totals } = await getStatistics(one.ctx, { side, accountId, ...range });
    const counted = { views: 2, validViews: 2, uniqueViews: 1, uniqueSiteViews: 1 };
    expect([side, totals.counts]).toMatchObject([side, counted]);
  }
});
