import { expect, it } from '@jest/globals';
import type { ServiceContext } from '../../src/context';
import type { AdEvent } from '../../src/events/event';
import { markClicksWithoutImpression } from '../../src/jobs/mark-clicks-without-impression';
import { startApp } from '../support/app';
import { anEvent, anId } from '../support/events';

it('lets a click into the click rate when its impression has come, and one for an offer', async () => {
  const { ctx } = await startApp();
  const [creativeId, offerId] = [anId(), anId()];
  const pairOf = (change: Partial<AdEvent>) => {
    const impression = anEvent({ creativeId, ...change });
    const { id, ...shared } = impression;
    return [
      impression,
      anEvent({ ...shared, id: id.replace('impression', 'click'), kind: 'click' }),
    ];
  };
  const lonely = anEvent({ creativeId, kind: 'click' });
  const cases = Array.from({ length: 5 }, () => pairOf({ offerId })).flat();
  await Promise.all([...cases, ...pairOf({}), lonely].map((event) => ctx.eventLog.record(event)));

  const clicksAfter = async (minutes: number) => {
    const later = new Date(Date.now() + minutes * 60_000);
    const at = Object.assign(Object.create(ctx) as ServiceContext, { now: () => later });
    await markClicksWithoutImpression.run(at);
    await ctx.creativeResults.flush();
    await ctx.creativeResults.refresh();
    return ctx.creativeResults.get(creativeId);
  };
  expect(await clicksAfter(9)).toMatchObject({ impressions: 2, clicks: 0 });
  expect(await clicksAfter(11)).toMatchObject({ impressions: 2, clicks: 2 });
  expect(await clicksAfter(30)).toMatchObject({ impressions: 2, clicks: 2 });
});
