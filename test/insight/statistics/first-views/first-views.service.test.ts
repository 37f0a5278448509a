import { expect, it } from '@jest/globals';
import { factOf } from '../../../../src/insight/statistics/facts/fact';
import { listFirstViewChanges } from '../../../../src/insight/statistics/first-views/first-views.service';
import { visitorDayIdOf } from '../../../../src/insight/statistics/first-views/visitor-day.store';
import { anEvent, anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import { minutesAfter, noon } from '../../../support/verifier';

it('a first view that is taken back gives way, however many views of its visitors the day has', async () => {
  const { ctx } = await startVerifier();
  const trackingId = anId();
  const event = anEvent({ trackingId, occurredAt: noon });
  const at = noon.getTime();
  const dayId = visitorDayIdOf(trackingId, at);
  const key = `c${event.campaignId}`;
  // More than a call takes arguments.
  const others = Array.from({ length: 150_000 }, (_, nth) => ({
    ...event,
    id: `other ${nth}`,
    occurredAt: minutesAfter(noon, 1),
  }));
  const visitorDays = {
    ...ctx.visitorDays,
    list: () => Promise.resolve(new Map([[dayId, { [key]: [at, event.id] as const }]])),
  };
  const countableEvents = {
    ...ctx.countableEvents,
    listAcceptedViews: () => Promise.resolve(others),
  };
  const removed = { ...factOf(event, null, -1), outcome: 'accepted' as const };
  const { firsts } = await ctx.inTransaction((session) =>
    listFirstViewChanges({ ...ctx, visitorDays, countableEvents }, [removed], session),
  );
  expect(firsts.get(dayId)?.[key]).toEqual([at + 60_000, 'other 0']);
});
