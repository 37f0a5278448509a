import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { prepareReports } from '../../../src/insight/statistics-reports/prepare-reports.service';
import {
  createStatisticsReport,
  getStatisticsReport,
  listStatisticsReports,
  openStatisticsReport,
} from '../../../src/insight/statistics-reports/statistics-report.service';
import { AppError } from '../../../src/errors';
import { formatTime } from '../../../src/time';
import type { StatisticsParams } from '../../../src/insight/statistics/questions/statistics-question';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../support/verifier';

let one: Verifier;
let accountId: string;
const going = new AbortController().signal;
const dayMinutes = 24 * 60;

beforeAll(async () => {
  one = await startVerifier();
});
beforeEach(() => {
  // The database deletes by its own clock.
  one.clock.now = new Date();
  accountId = anId();
});

const ask = (question: Partial<StatisticsParams> = {}) => {
  one.clock.now = minutesAfter(one.clock.now, 1);
  return createStatisticsReport(one.ctx, {
    accountId,
    question: {
      ...{ side: 'advertiser', accountId, from: noon, to: minutesAfter(noon, 60) },
      ...question,
    },
  });
};
const open = (id: string) =>
  openStatisticsReport(one.ctx, { account: { id: accountId, roles: ['advertiser'] }, id });
const rowsOf = async (id: string) => {
  const rows: unknown[] = [];
  for await (const some of (await open(id)).rows) rows.push(...some);
  return rows;
};
const countOf = (collection: string) => one.db.collection(collection).countDocuments({ accountId });

/** The same context, whose reading of figures ends so often by an error, once so many turns of it are over. */
function failing(times: number, after = 0, error = new Error('cut off')) {
  let [left, before] = [times, after];
  return Object.assign(Object.create(one.ctx) as typeof one.ctx, {
    statisticsTurns: {
      take: <Value>(_subject: string, work: () => Promise<Value>): Promise<Value> => {
        if (before > 0) {
          before -= 1;
          return work();
        }
        left -= 1;
        return left >= 0 ? Promise.reject(error) : work();
      },
    },
  });
}

describe('a report', () => {
  it('keeps rows in their order, however many parts they are in', async () => {
    const hours = 2_500;
    const { id } = await ask({ to: minutesAfter(noon, hours * 60), interval: 'hour' });
    await expect(open(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await prepareReports(one.ctx, going);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(hours);
    expect(rows.map((row) => (row as string[])[0])).toEqual(
      Array.from({ length: hours }, (_none, at) => formatTime(minutesAfter(noon, at * 60))),
    );
    expect(await countOf('statisticsReportParts')).toBe(3);
  });

  it('is tried again after what has cut it off, and keeps nothing of the try', async () => {
    const hours = 2_500;
    const { id } = await ask({ to: minutesAfter(noon, hours * 60), interval: 'hour' });
    // After one to plan it, parts of 1, 4, 16, 64, 256 and 1024 rows.
    await expect(prepareReports(failing(1, 7), going)).rejects.toThrow('cut off');
    expect(await countOf('statisticsReportParts')).toBe(1);
    await prepareReports(one.ctx, going);
    expect(await rowsOf(id)).toHaveLength(hours);
    expect(await countOf('statisticsReportParts')).toBe(3);
  });

  it('waits for as long as it is told to, however often, while others are prepared', async () => {
    const busy = new AppError('SERVICE_UNAVAILABLE', 'later', { retryAfterSeconds: 60 });
    const { id } = await ask();
    const { id: other } = await ask();
    for (let times = 0; times < 10; times += 1) {
      await prepareReports(failing(1, 0, busy), going);
      expect((await getStatisticsReport(one.ctx, { accountId, id })).state).toBe('preparing');
      one.clock.now = minutesAfter(one.clock.now, 0.9);
      await prepareReports(one.ctx, going);
      await expect(open(id)).rejects.toMatchObject({ code: 'CONFLICT' });
      one.clock.now = minutesAfter(one.clock.now, 0.1);
    }
    expect(await rowsOf(other)).toHaveLength(1);
    await prepareReports(one.ctx, going);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('fails after five tries, and others are prepared', async () => {
    const { id } = await ask();
    const cut = failing(5);
    for (let tries = 0; tries < 5; tries += 1)
      await expect(prepareReports(cut, going)).rejects.toThrow('cut off');
    const other = await ask();
    await prepareReports(one.ctx, going);
    expect(await getStatisticsReport(one.ctx, { accountId, id })).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('it took too much'),
    });
    await expect(open(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await rowsOf(other.id)).toHaveLength(1);
  });

  it('is of who was last to begin with it, where two are', async () => {
    const { id } = await ask();
    const [first, second] = [
      await one.ctx.statisticsReports.takeNext(one.clock.now),
      await one.ctx.statisticsReports.takeNext(one.clock.now),
    ];
    await one.ctx.statisticsReports.finish(first!, { state: 'failed', failure: 'late' });
    expect((await getStatisticsReport(one.ctx, { accountId, id })).state).toBe('preparing');
    await one.ctx.statisticsReports.finish(second!, { state: 'ready', columns: [], partCount: 0 });
    expect((await getStatisticsReport(one.ctx, { accountId, id })).state).toBe('ready');
  });

  it('is one of three that are prepared, and of the last 20', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'TOO_MANY_REQUESTS' },
    });
    for (let count = 0; count < 20; count += 1) {
      await prepareReports(one.ctx, going);
      await ask();
    }
    await prepareReports(one.ctx, going);
    const kept = await listStatisticsReports(one.ctx, accountId);
    expect(kept).toHaveLength(20);
    expect(kept.every(({ state }) => state === 'ready')).toBe(true);
    expect(await countOf('statisticsReports')).toBe(20);
    expect(await countOf('statisticsReportParts')).toBe(20);
  });

  it('is gone after 7 days, whether the database has deleted it or not', async () => {
    const { id } = await ask();
    await prepareReports(one.ctx, going);
    one.clock.now = minutesAfter(one.clock.now, 7 * dayMinutes);
    await expect(open(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listStatisticsReports(one.ctx, accountId)).toEqual([]);
  });

  it('ends early when the process stops, and is prepared later', async () => {
    const { id } = await ask();
    await expect(prepareReports(one.ctx, AbortSignal.abort())).resolves.toBeUndefined();
    expect((await getStatisticsReport(one.ctx, { accountId, id })).state).toBe('preparing');
  });
});
