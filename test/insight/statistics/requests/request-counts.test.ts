import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AnsweredErrors } from '../../../../src/insight/statistics/requests/request-count.store';
import {
  createRequestCounts,
  type RequestCounts,
} from '../../../../src/insight/statistics/requests/request-counts';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import type { StatisticsParams } from '../../../../src/insight/statistics/questions/statistics-question';
import type { FindListener } from '../../../../src/market/serving/find-listener';
import { anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import { aSite, minutesAfter, noon, type Verifier } from '../../../support/verifier';

let one: Verifier;
const publisherId = anId();
const [siteId, otherId, placementId] = [anId(), anId(), anId()];
const foreign = { publisherId: anId(), siteId: anId(), placementId: anId() };

type Asked = Parameters<FindListener>[0][number];

/** Makes the part of a find's placement that counting reads. */
const asked = (ids: { publisherId: string; siteId: string; placementId: string }): Asked => {
  const { siteId: id, publisherId: owner } = ids;
  const known = { placement: { id: ids.placementId }, site: { site: { id, publisherId: owner } } };
  // Counting reads no other members.
  return { known } as unknown as Asked;
};
const own = asked({ publisherId, siteId, placementId });
const ownOther = asked({ publisherId, siteId: otherId, placementId: anId() });
const foreignOne = asked(foreign);

const toCounts = ({ clientErrors, serverErrors }: AnsweredErrors) => [clientErrors, serverErrors];

const read = (params: Partial<StatisticsParams> = {}) =>
  getStatistics(one.ctx, {
    ...{ side: 'publisher', accountId: publisherId },
    ...{ from: noon, to: minutesAfter(noon, 120) },
    ...params,
  });
const findsOf = async (params: Partial<StatisticsParams> = {}) => {
  const { rows, hasRequests } = await read(params);
  expect(hasRequests).toBe(true);
  return rows.map(({ key, cell: { finds } }) => [key, finds.requests, finds.offers]);
};

beforeAll(async () => {
  one = await startVerifier();
  await one.ctx.sites.insertOrFind({ ...aSite({ id: siteId, publisherId }), host: 'a.example' });
  await one.ctx.sites.insertOrFind({ ...aSite({ id: otherId, publisherId }), host: 'b.example' });
  const count = (minutes: number, open: readonly Asked[], winners: readonly Asked[]) => {
    one.clock.now = minutesAfter(noon, minutes);
    one.ctx.onFind(open, winners);
  };
  count(1, [own, own, ownOther], [own]);
  count(14, [own], []);
  count(16, [own], [own]);
  await one.ctx.requestCounts.flush();
  count(17, [own, foreignOne], [own, foreignOne]);
  count(61, [own], []);
  await one.ctx.requestCounts.flush();
  await one.ctx.requestCounts.flush();
});

describe('requests', () => {
  it('are counted by the quarter of an hour, for their publisher', async () => {
    expect(await findsOf({ interval: 'hour' })).toEqual([
      [null, 6, 3],
      [null, 1, 0],
    ]);
    const quarter = { from: minutesAfter(noon, 15), to: minutesAfter(noon, 30) };
    expect(await findsOf(quarter)).toEqual([[null, 2, 2]]);
  });

  it('are there by site, host and placement, and narrowed by them', async () => {
    const bySite = await findsOf({ by: 'site' });
    expect(bySite).toHaveLength(2);
    expect(bySite).toEqual(
      expect.arrayContaining([
        [siteId, 6, 3],
        [otherId, 1, 0],
      ]),
    );
    expect(await findsOf({ by: 'host', filter: { site: [otherId] } })).toEqual([
      ['b.example', 1, 0],
    ]);
    expect(await findsOf({ by: 'placement', filter: { host: ['a.example'] } })).toEqual([
      [placementId, 6, 3],
    ]);
  });

  it('are summed up for the operator', async () => {
    const operator = { side: 'operator', accountId: null } as const;
    expect(await findsOf(operator)).toEqual([[null, 8, 4]]);
    expect(await findsOf({ ...operator, filter: { site: [foreign.siteId] } })).toEqual([
      [null, 1, 1],
    ]);
  });

  it.each<[string, Partial<StatisticsParams>]>([
    ['by country', { by: 'country' }],
    ['of one device', { filter: { device: ['tv'] } }],
    ['by creative', { by: 'creative' }],
    ['for advertisers', { side: 'advertiser' }],
  ])('are not known %s', async (_case, params) => {
    expect((await read(params)).hasRequests).toBe(false);
  });

  it('are beside errors that were answered, for the operator by time alone', async () => {
    one.clock.now = minutesAfter(noon, 16);
    for (const status of [404, 429, 503]) one.ctx.requestCounts.countError(status);
    one.clock.now = minutesAfter(noon, 61);
    one.ctx.requestCounts.countError(500);
    await one.ctx.requestCounts.flush();
    const operator = { side: 'operator', accountId: null } as const;
    const { rows, hasErrors } = await read({ ...operator, interval: 'hour' });
    expect(hasErrors).toBe(true);
    expect(rows.map(({ cell }) => cell.errors)).toEqual([
      { client: 2, server: 1 },
      { client: 0, server: 1 },
    ]);
    for (const params of [{}, { ...operator, by: 'site' }, { ...operator, by: 'country' }] as const)
      expect((await read(params)).hasErrors).toBe(false);
  });

  it('are counted once where the document of another publisher cannot be written', async () => {
    const { ctx, db, clock } = one;
    const counts = createRequestCounts(ctx.requestCountStore, () => clock.now);
    clock.now = minutesAfter(noon, 181);
    counts.count([foreignOne], []);
    await counts.flush();
    const stored = db.collection<{ _id: string }>('requestCounts');
    const path = `counts.${foreign.siteId}_${foreign.placementId}.q0.requests`;
    await stored.updateOne({ [path]: 1n }, { $set: { [path]: 'unreadable' } });
    counts.count([own, foreignOne], []);
    await expect(counts.flush()).rejects.toThrow();
    for (const _again of [1, 2]) await counts.flush();
    expect(await findsOf({ from: minutesAfter(noon, 180), to: minutesAfter(noon, 195) })).toEqual([
      [null, 1, 0],
    ]);
  });

  it('are kept while the database is away, one of each quarter and placement, however long that is', async () => {
    let isAway = true;
    const stored: unknown[] = [];
    const counts: RequestCounts = createRequestCounts(
      {
        ...one.ctx.requestCountStore,
        add(counted, errors = []) {
          stored.push([counted.map(({ requests }) => requests), errors.map(toCounts)]);
          if (!isAway) return Promise.resolve();
          // While somebody waits for the database others are told that it is away.
          counts.countError(503);
          return Promise.reject(new Error('away'));
        },
      },
      () => one.clock.now,
    );
    one.clock.now = minutesAfter(noon, 1);
    for (let time = 0; time < 100; time += 1) {
      counts.count([own, ownOther], []);
      await expect(counts.flush()).rejects.toThrow('away');
    }
    expect(stored.at(-1)).toEqual([[100, 100], [[0, 99]]]);
    one.clock.now = minutesAfter(noon, 16);
    counts.count([own], []);
    counts.countError(404);
    isAway = false;
    await counts.flush();
    expect(stored.at(-1)).toEqual([
      [100, 100, 1],
      [
        [0, 100],
        [1, 0],
      ],
    ]);
  });
});
