import { beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { find, lookAtAllFinds } from '../../support/observed-finds';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  lookAtAllFinds(app.ctx);
});

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
  for (let count = 0; count < 30; count += 1) await find(app.ctx);
  await find(app.ctx, { width: 123 });
  await find(app.ctx, { isTest: true });

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
