import { beforeAll, expect, it } from '@jest/globals';
import type { Fact } from '../../../src/insight/statistics/facts/fact';
import { earningsOf } from '../../../src/money/books/book';
import type { JournalEntry } from '../../../src/money/books/journal-entry';
import { inLayer } from '../../../src/insight/statistics/roll-ups/layers';
import { RollUps } from '../../../src/insight/statistics/roll-ups/roll-up';
import { listSuspiciousHours } from '../../../src/insight/suspects/suspicious-hours.service';
import { runCommand } from '../../support/command-line';
import { startVerifier } from '../../support/verification';
import { aSite, minutesAfter, noon, type Verifier } from '../../support/verifier';

const [siteId, quietId, theirsId] = ['51', '52', '53'].map((two) => two.repeat(16)) as [
  string,
  string,
  string,
];
const hours = (count: number) => minutesAfter(noon, count * 60);

let one: Verifier;
let publisherId: string;
beforeAll(async () => {
  one = await startVerifier();
  ({ publisherId } = await one.addMarket());
  for (const id of [siteId, quietId]) await one.ctx.sites.insertOrFind(aSite({ id, publisherId }));
  await one.ctx.sites.insertOrFind(aSite({ id: theirsId, publisherId: '0'.repeat(32) }));
  const rollUps = new RollUps(['publisher']);
  for (let hour = -30; hour < 0; hour += 1) show(rollUps, hours(hour), 30);
  show(rollUps, noon, 30);
  // A burst on one site, in all quarters; and on a site that nobody has claimed. The first half is in another layer.
  const older = new RollUps(['publisher']);
  for (const site of [siteId, theirsId])
    for (const minutes of [3, 18, 33, 48])
      show(minutes < 30 ? older : rollUps, minutesAfter(hours(1), minutes), 100, [site]);
  const layered = [...older.byId.values()].map((rollUp) => inLayer(rollUp, 1));
  await one.ctx.inTransaction((session) =>
    one.ctx.rollUps.save([...rollUps.byId.values(), ...layered], new Set(), session),
  );
});

function show(to: RollUps, at: Date, views: number, sites = [siteId, quietId, theirsId]): void {
  for (const site of sites)
    for (let view = 0; view < views; view += 1) {
      const fact: Fact = {
        ...{ at: at.getTime(), advertiserId: 'ad', campaignId: 'ca', creativeId: 'cr' },
        ...{ publisherId: site === theirsId ? '0'.repeat(32) : publisherId, siteId: site },
        ...{ placementId: 'pl', device: 'desktop', browser: 'chrome', country: '', frequency: '' },
        ...{ kind: 'impression', outcome: 'accepted', id: '', trackingId: null, sign: 1 },
        ...{ isMeasured: true, price: 1n, charge: 1n, revenue: 1n, earned: 1n, fees: 0n },
      };
      to.add(fact);
    }
}

it('adgate traffic suspects lists hours with an odd shape, of sites that somebody is paid for', async () => {
  const range = ['--from', noon.toISOString(), '--to', hours(2).toISOString()];
  const { exitCode, json } = await runCommand(one.uri, ['traffic', 'suspects', ...range]);
  expect([exitCode, json]).toEqual([
    0,
    {
      hours: [
        {
          ...{ siteId, publisherId, host: `${siteId}.example`, hour: hours(1).toISOString() },
          ...{ views: 400, validViews: 400, validClicks: 0, measuredViews: 400, invalidViews: 0 },
          ...{ shapes: ['burst'], isHeld: false },
        },
      ],
    },
  ]);
});

it('no transaction lasts longer than the reading of one hour: the database ends those of a minute', async () => {
  const { ctx } = one;
  const readings: number[] = [];
  const found = await listSuspiciousHours(
    {
      ...ctx,
      inTransaction: (work) => {
        readings.push(0);
        return ctx.inTransaction(work);
      },
      rollUps: {
        ...ctx.rollUps,
        stream: (...query) => {
          readings.push((readings.pop() ?? 0) + 1);
          return ctx.rollUps.stream(...query);
        },
      },
    },
    { from: noon, to: hours(2) },
  );
  expect(found).toMatchObject([{ siteId }]);
  expect(readings).toEqual(Array(7 * 24 + 2).fill(1));
});

it('adgate traffic hold, list and release go by site and hour', async () => {
  const entry: JournalEntry = {
    ...{ id: 'test:1', kind: 'charge', at: hours(2), memo: null },
    lines: [
      { book: 'outside:deposits', amount: -5n },
      { book: earningsOf(publisherId), amount: 5n, siteId, hour: hours(1) },
    ],
  };
  await one.ctx.inTransaction((session) => one.ctx.books.post([entry], session));
  const ofHour = [siteId, hours(1).toISOString()];
  const held = { siteId, accountId: publisherId, amount: '0.00000000005', reason: 'a burst' };
  const hold = await runCommand(one.uri, ['traffic', 'hold', ...ofHour, '--reason', 'a burst']);
  expect(hold).toMatchObject({ exitCode: 0, json: held });
  const list = async () => (await runCommand(one.uri, ['traffic', 'list'])).json;
  expect(await list()).toMatchObject({ hours: [held] });
  const range = ['--from', hours(1).toISOString(), '--to', hours(2).toISOString()];
  const suspects = await runCommand(one.uri, ['traffic', 'suspects', ...range]);
  expect(suspects.json.hours).toMatchObject([{ siteId, isHeld: true }]);
  await runCommand(one.uri, ['traffic', 'release', ...ofHour]);
  expect(await list()).toEqual({ hours: [] });
});
