import { beforeAll, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requestBids } from '../../../src/market/serving/serving.service';
import { asRequest, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const imp = { types: undefined, mimes: undefined, isTopFrame: null };

/** Asks for one placement of a width, and waits until the find was looked at. */
async function find(width: number, isTest = false) {
  await requestBids(
    asRequest(app.ctx),
    {
      id: 'f'.repeat(32),
      site: { host: 'looked.example', publisher: null, medium: 'web', vendor: null },
      user: { id: null, hasWallet: false },
      imps: [
        { ...imp, id: 'one', placement: { width, height: 250, depth: 0, name: `${width}` } },
      ],
      isTest,
    },
    { explainTo: null },
  );
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

async function totalsOf(...ids: readonly string[]) {
  await app.ctx.findObserver.flush();
  const days = await app.ctx.outcomes.listTotals(ids, app.ctx.now());
  return ids.map((id) => days.find(({ subjectId }) => subjectId === id)?.total);
}

it('finds are counted for campaigns, creatives and the placement, but tests are not', async () => {
  const dear = await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('900') } });
  const cheap = await createActiveCampaign(app.ctx, {
    campaign: { maxCpm: usd('1') },
    sizes: ['300x250', '728x90'],
  });
  const [cheapBox, cheapBoard] = cheap.creatives.map(({ id }) => id);
  for (let count = 0; count < 30; count += 1) await find(300);
  await find(123);
  await find(300, true);

  const [ofDear, ofCheap, ofBox, ofBoard] = await totalsOf(
    dear.campaign.id,
    cheap.campaign.id,
    cheapBox!,
    cheapBoard!,
  );
  const sumOf = (counts: object = {}) =>
    Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
  expect([ofDear, ofCheap, ofBox, ofBoard].map(sumOf)).toEqual([31, 31, 31, 31]);
  expect(ofDear).toMatchObject({ size: 1 });
  // One find of twenty is given to a creative that is little known.
  expect(ofDear?.won).toBeGreaterThan(15);
  expect(ofCheap).toEqual(ofBox);
  expect(ofCheap?.price).toBe(ofDear?.won);
  expect(ofBoard).toEqual({ size: 31 });

  const [day] = await app.ctx.outcomes.listDays([cheap.campaign.id], app.ctx.now());
  expect(day).toMatchObject({ termsAt: cheap.campaign.updatedAt.getTime() });
  expect([...day!.hours.values()]).toEqual([ofCheap]);
  expect([...day!.prices.values()]).toEqual([ofCheap?.price]);
});
