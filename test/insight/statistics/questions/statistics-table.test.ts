import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../../src/api/context';
import { factOf } from '../../../../src/insight/statistics/facts/fact';
import { RollUps } from '../../../../src/insight/statistics/roll-ups/roll-up';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import type { StatisticsParams } from '../../../../src/insight/statistics/questions/statistics-question';
import { tabulateStatistics } from '../../../../src/insight/statistics/questions/statistics-table.service';
import { formatTime } from '../../../../src/time';
import { anEvent, anId } from '../../../support/events';
import { accepted } from '../../../support/verdicts';
import { startVerifier } from '../../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../../support/verifier';

const hours = 300;
const placements = 40;
const mostOfPart = 20_000;

let one: Verifier;
const publisherId = anId();
const params: StatisticsParams = {
  ...{ side: 'publisher', accountId: publisherId, by: 'placement', interval: 'hour' },
  ...{ from: noon, to: minutesAfter(noon, hours * 60) },
};

beforeAll(async () => {
  one = await startVerifier();
  const siteId = anId();
  const ids = Array.from({ length: placements }, anId);
  const rollUps = new RollUps(['publisher']);
  for (let hour = 0; hour < hours; hour += 1)
    for (const [at, placementId] of ids.entries()) {
      const occurredAt = minutesAfter(noon, hour * 60 + at);
      const event = anEvent({ occurredAt, publisherId, siteId, placementId });
      // Each hour has its own order of them.
      for (let views = 0; views <= (at * 7 + hour) % 5; views += 1)
        rollUps.add(factOf(event, accepted));
    }
  await one.ctx.inTransaction((session) =>
    one.ctx.rollUps.save([...rollUps.byId.values()], new Set(), session),
  );
});

/** Counts readings of roll-ups. */
function watched(ctx: ServiceContext) {
  const seen = { readings: 0 };
  const stream: ServiceContext['rollUps']['stream'] = (...args) => {
    seen.readings += 1;
    return ctx.rollUps.stream(...args);
  };
  const rollUps = { ...ctx.rollUps, stream };
  return { ctx: Object.assign(Object.create(ctx) as ServiceContext, { rollUps }), seen };
}

async function expectedRows(given: StatisticsParams) {
  const { rows } = await getStatistics(one.ctx, given);
  return rows.map(({ from, to, key, cell: { counts } }) => [
    ...[formatTime(from), formatTime(to), key, null],
    ...[counts.views, counts.validViews],
  ]);
}

const withoutMoney = (rows: Iterable<readonly (string | number | null)[]>) =>
  [...rows].map((row) => row.slice(0, 6));

describe('a table', () => {
  it('has the rows of the answer, read in parts', async () => {
    const { ctx, seen } = watched(one.ctx);
    const { columns, rows } = await tabulateStatistics(ctx, params);
    expect(columns.slice(0, 6)).toEqual(['from', 'to', 'placement', 'name', 'views', 'validViews']);
    const parts = await Array.fromAsync(rows, withoutMoney);
    expect(seen.readings).toBe(parts.length);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(mostOfPart);
    expect(parts.flat()).toHaveLength(hours * placements);
    expect(parts.flat()).toEqual(await expectedRows(params));
  });

  it('sums up those that are not first in the whole time', async () => {
    const top = { ...params, top: 3 };
    const { rows } = await tabulateStatistics(one.ctx, top);
    const parts = await Array.fromAsync(rows, withoutMoney);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flat()).toEqual(await expectedRows(top));
  });

  it('is one row for each thing without an interval', async () => {
    const whole = { ...params, interval: null, top: 2 };
    const { rows } = await tabulateStatistics(one.ctx, whole);
    const found = (await Array.fromAsync(rows, withoutMoney)).flat();
    expect(found).toHaveLength(3);
    expect(found).toEqual(await expectedRows(whole));
  });

  it('is read no further than one part ahead of who takes its rows', async () => {
    const { ctx, seen } = watched(one.ctx);
    const { rows } = await tabulateStatistics(ctx, params);
    expect(seen.readings).toBe(1);
    const taking = rows[Symbol.asyncIterator]();
    await taking.next();
    // All that was begun has ended when another reading of the same account has its turn and its answer.
    await getStatistics(one.ctx, params);
    expect(seen.readings).toBeLessThanOrEqual(2);
    await taking.next();
    await getStatistics(one.ctx, params);
    expect(seen.readings).toBeLessThanOrEqual(3);
    await taking.return!();
  });

  it('has small parts again where an hour has much more than those before it', async () => {
    const busy = anId();
    const rollUps = new RollUps(['publisher']);
    for (let hour = 100; hour < 160; hour += 1)
      for (let at = 0; at < 400; at += 1) {
        const occurredAt = minutesAfter(noon, hour * 60);
        rollUps.add(factOf(anEvent({ occurredAt, publisherId: busy }), accepted));
      }
    await one.ctx.inTransaction((session) =>
      one.ctx.rollUps.save([...rollUps.byId.values()], new Set(), session),
    );
    const { rows } = await tabulateStatistics(one.ctx, { ...params, accountId: busy });
    const sizes = await Array.fromAsync(rows, (some) => [...some].length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60 * 400);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(mostOfPart);
  });
});
