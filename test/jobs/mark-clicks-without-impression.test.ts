import { expect, it } from '@jest/globals';
import type { ServiceContext } from '../../src/context';
import { markClicksWithoutImpression } from '../../src/jobs/mark-clicks-without-impression';
import { createCreativeResults } from '../../src/serving/creative-results';
import { startApp } from '../support/app';
import { anEvent, anId } from '../support/events';

it('lets a click into the click rate when its impression has come, and one for an offer', async () => {
  const app = await startApp();
  const storedAt = new Date('2026-05-01T12:00:00Z');
  let minutes = 0;
  const now = () => new Date(storedAt.getTime() + minutes * 60_000);
  const creativeResults = createCreativeResults(app.ctx.creativeResultStore, now);
  const own = { now, creativeResults };
  const ctx = Object.assign(Object.create(app.ctx) as ServiceContext, own);

  const creativeId = anId();
  const pairOf = (offerId: string) => {
    const shared = { creativeId, offerId, caseId: anId() };
    return [anEvent(shared), anEvent({ ...shared, kind: 'click' })];
  };
  const offerId = anId();
  const cases = Array.from({ length: 5 }, () => pairOf(offerId)).flat();
  const lonely = anEvent({ creativeId, kind: 'click' });
  const events = [...cases, ...pairOf(anId()), lonely];
  creativeResults.countImpressions(await ctx.events.insertMany(events, storedAt));

  const resultsAt = async (minute: number) => {
    minutes = minute;
    await markClicksWithoutImpression.run(ctx);
    await creativeResults.flush();
    await creativeResults.refresh();
    return creativeResults.get(creativeId);
  };
  expect(await resultsAt(9)).toMatchObject({ impressions: 2, clicks: 0 });
  expect(await resultsAt(11)).toMatchObject({ impressions: 2, clicks: 2 });
  expect(await resultsAt(30)).toMatchObject({ impressions: 2, clicks: 2 });
});
