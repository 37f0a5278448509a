import { beforeAll, describe, expect, it } from '@jest/globals';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import { rebuildStatisticsOnce } from '../../../../src/insight/statistics/roll-ups/rebuild-statistics.job';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { wholeTurn } from '../../../../src/platform/jobs/job';
import { runCommand } from '../../../support/command-line';
import { startVerifier } from '../../../support/verification';
import { eleven, type Market, minutesAfter, type Verifier } from '../../../support/verifier';

let one: Verifier;
let market: Market;
const range = { from: minutesAfter(eleven, -60), to: minutesAfter(eleven, 60) };
const hours = ['--from', range.from.toISOString(), '--to', range.to.toISOString()];

/** As before there were roll-ups: verdicts, and nothing that is summed up. */
async function forget() {
  for (const name of ['statisticsRollUps', 'statisticsChanges', 'visitorDays'])
    await one.db.collection(name).deleteMany({});
}

const countsNow = async () => {
  const { totals } = await getStatistics(one.ctx, { side: 'operator', accountId: null, ...range });
  return totals.counts;
};
const counted = { views: 2, validViews: 2, uniqueViews: 1, uniqueSiteViews: 1 };

beforeAll(async () => {
  one = await startVerifier();
  market = await one.addMarket();
  one.clock.now = minutesAfter(eleven, 10);
  await one.store(market, { trackingId: 'a'.repeat(32) }, { trackingId: 'a'.repeat(32) });
  await verifyAllDue(one.ctx);
  await foldAllChanges(one.ctx);
  expect(await countsNow()).toMatchObject(counted);
});

describe('adgate statistics rebuild', () => {
  it('shows what differs, corrects it, and then finds nothing', async () => {
    await forget();
    const shown = await runCommand(one.uri, ['statistics', 'rebuild', ...hours]);
    expect(shown).toMatchObject({
      exitCode: 1,
      json: {
        ...{ isApplied: false, hours: 2, counted: 2, differing: 1 },
        latest: [
          { hour: eleven.toISOString(), before: { views: 0 }, now: { views: 2, uniqueViews: 1 } },
        ],
      },
    });
    expect(await countsNow()).toMatchObject({ views: 0 });
    const applied = await runCommand(one.uri, ['statistics', 'rebuild', ...hours, '--apply']);
    expect(applied).toMatchObject({ exitCode: 0, json: { isApplied: true, differing: 1 } });
    expect(await countsNow()).toMatchObject(counted);
    const again = await runCommand(one.uri, ['statistics', 'rebuild', ...hours]);
    expect(again).toMatchObject({ exitCode: 0, json: { differing: 0, latest: [] } });
  });

  it.each([
    ['half an hour', ['--from', '2026-05-01T11:30:00Z', '--to', '2026-05-01T12:00:00Z']],
    ['reversed', ['--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T11:00:00Z']],
    ['to come', ['--from', '2026-05-01T12:00:00Z', '--to', '2999-05-01T11:00:00Z']],
  ])('refuses hours that are %s', async (_case, options) => {
    expect(await runCommand(one.uri, ['statistics', 'rebuild', ...options])).toMatchObject({
      exitCode: 2,
    });
  });
});

describe('the hours before there were roll-ups', () => {
  it('are counted once after the migration, by a job that says how far it came', async () => {
    await forget();
    const told: string[] = [];
    const turn = { ...wholeTurn, tell: (message: string) => told.push(message) };
    const run = (signal = new AbortController().signal) =>
      rebuildStatisticsOnce.run(one.ctx, signal, turn);
    await run(AbortSignal.abort());
    expect(told).toEqual(['counted back to 2026-05-01T12:00:00.000Z, hours left: 1']);
    await run();
    expect(told.slice(1)).toEqual(['all hours are counted']);
    expect(await countsNow()).toMatchObject(counted);
    await forget();
    await run();
    expect(told).toHaveLength(2);
    expect(await countsNow()).toMatchObject({ views: 0 });
  });
});
