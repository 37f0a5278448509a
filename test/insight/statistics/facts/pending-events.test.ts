import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../../src/api/context';
import { readAllFigures } from '../../../../src/insight/statistics/questions/owned-figures.service';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import { tabulateStatistics } from '../../../../src/insight/statistics/questions/statistics-table.service';
import { anEvent, anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../../support/verifier';

let one: Verifier;
const own = { advertiserId: anId(), publisherId: anId(), campaignId: anId(), siteId: anId() };
const range = { from: minutesAfter(noon, -60), to: minutesAfter(noon, 60) };
const ofAdvertiser = { side: 'advertiser', accountId: own.advertiserId, ...range } as const;
const earliest = minutesAfter(noon, -30);

beforeAll(async () => {
  one = await startVerifier();
  one.clock.now = noon;
  await one.ctx.events.insertMany(
    [
      anEvent({ ...own, occurredAt: minutesAfter(noon, -5) }),
      anEvent({ ...own, occurredAt: earliest }),
      anEvent({ ...own, occurredAt: minutesAfter(noon, -5), kind: 'click' }),
      // Nobody's, and of another time.
      anEvent({ occurredAt: minutesAfter(noon, -5) }),
      anEvent({ ...own, occurredAt: minutesAfter(noon, -90) }),
    ],
    minutesAfter(noon, -1),
  );
});

/** A backlog of as many times as many events. */
function piledUp(ctx: ServiceContext, times: number): ServiceContext {
  const streamPending: ServiceContext['countableEvents']['streamPending'] = async function* (
    ...args
  ) {
    for await (const some of ctx.countableEvents.streamPending(...args))
      for (let time = 0; time < times; time += 1) yield some;
  };
  const countableEvents = { ...ctx.countableEvents, streamPending };
  return Object.assign(Object.create(ctx) as ServiceContext, { countableEvents });
}

const countsOf = async (ctx: ServiceContext) => {
  const { totals, incompleteSince, behindMs } = await getStatistics(ctx, ofAdvertiser);
  return [totals.counts.views, totals.counts.clicks, incompleteSince, behindMs];
};

describe('events that wait for their verdicts', () => {
  const waited = 60_000;

  it('are in views and clicks of every side', async () => {
    expect(await countsOf(one.ctx)).toEqual([2, 1, null, waited]);
    const ofPublisher = { side: 'publisher', accountId: own.publisherId, ...range } as const;
    const { rows } = await getStatistics(one.ctx, { ...ofPublisher, by: 'site' });
    expect(rows.map(({ key, cell }) => [key, cell.counts.views])).toEqual([[own.siteId, 2]]);
    const everybody = { side: 'operator', accountId: null, ...range } as const;
    expect((await getStatistics(one.ctx, everybody)).totals.counts.views).toBe(3);
  });

  it('are counted by campaign and device together, and narrowed', async () => {
    const { rows } = await getStatistics(one.ctx, {
      ...ofAdvertiser,
      by: 'device',
      filter: { campaign: [own.campaignId] },
    });
    expect(rows.map(({ cell }) => cell.counts.views)).toEqual([2]);
    const other = { ...ofAdvertiser, filter: { campaign: [anId()] } };
    expect((await getStatistics(one.ctx, other)).totals.counts.views).toBe(0);
  });

  it('are counted one by one, however many there are, up to what an answer may cost', async () => {
    expect(await countsOf(piledUp(one.ctx, 60_000))).toEqual([120_000, 60_000, null, waited]);
  });

  it('are too many to be counted: the answer says so, and since when', async () => {
    const ctx = piledUp(one.ctx, 70_000);
    const [views, clicks, since] = await countsOf(ctx);
    expect([Number(views) + Number(clicks), since]).toEqual([200_000, earliest]);
    const wanted = { id: own.campaignId, accountId: own.advertiserId, ...range };
    const found = await readAllFigures(ctx, { side: 'advertiser', by: 'campaign' }, [wanted]);
    expect(found.get(wanted)!.incompleteSince).toEqual(earliest);
  });

  it('are too many for a table: it has no row rather than a wrong one', async () => {
    const { rows } = await tabulateStatistics(piledUp(one.ctx, 70_000), ofAdvertiser);
    await expect(Array.fromAsync(rows)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
