import type { ServiceContext } from '../../src/api/context';
import { foldAllChanges } from '../../src/insight/statistics/roll-ups/fold-changes.service';
import { type AdEvent, eventIdOf } from '../../src/market/events/event';
import type { CountedVerdict } from '../../src/money/verification/verdict-listener';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { demoId } from '../../src/insight/demo-page/demo-site';

const accepted: CountedVerdict = {
  ...{ status: 'accepted', reason: null, price: 4n * 10n ** 8n, rate: 10n ** 11n },
  ...{ charge: 4n * 10n ** 8n, revenue: 392_000_000n },
  ...{ demandFee: 4_000_000n, supplyFee: 4_000_000n },
};
const rejected: CountedVerdict = {
  ...{ status: 'rejected', reason: 'bot', price: 0n, rate: null, charge: 0n, revenue: 0n },
  ...{ demandFee: 0n, supplyFee: 0n },
};

const hours = 14 * 24;

/** Tells the statistics of two weeks of views and clicks of the demo's campaigns on its site, up to now. */
export async function recordDemoFigures(ctx: ServiceContext): Promise<void> {
  const now = ctx.now().getTime();
  const events = Array.from({ length: hours }, (_value, hour) =>
    // More by day than by night, and more every day.
    Array.from(
      { length: Math.round((2 + Math.sin(hour / 3.8)) * (2 + hour / 100)) },
      (_one, count) => toEvent(now - (hours - hour) * 3_600_000 + count * 10_000, hour + count),
    ),
  ).flat();
  const judged = events.map((event, at) => ({
    event: { ...event, settleAt: null },
    verdict: at % 19 === 0 ? rejected : accepted,
  }));
  await ctx.inTransaction((session) =>
    ctx.onVerdicts(
      { partition: 0, batch: 1, events: judged, conversions: [], corrected: [] },
      session,
    ),
  );
  await foldAllChanges(ctx);
}

function toEvent(time: number, at: number): AdEvent {
  const { slug } = demoCampaigns[at % 3]!;
  const kind = at % 23 === 0 ? 'click' : 'impression';
  const offerId = demoId(`offer ${time} ${at}`);
  const occurredAt = new Date(time);
  return {
    id: eventIdOf(kind, offerId, null),
    kind,
    ...{ caseId: offerId, requestId: offerId, offerId, trackingId: offerId },
    ...{ advertiserId: demoId('advertiser'), campaignId: demoId(`campaign ${slug}`) },
    ...{ creativeId: demoId(`creative ${slug}`), publisherId: demoId('publisher') },
    ...{ siteId: demoId('site'), placementId: demoId('placement Rectangle') },
    ...{ offeredAt: occurredAt, occurredAt, remoteAddress: '198.51.100.0', price: 4n * 10n ** 8n },
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ...{ invalidTraffic: null, needsConfirmation: false },
  };
}
