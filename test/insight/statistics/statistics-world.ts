import { type AdEvent, eventIdOf } from '../../../src/market/events/event';
import type { Verdict } from '../../../src/money/verification/verdict';
import { type Chance } from '../../money/simulation/chance';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import { type Market, minutesAfter, noon, type Verifier } from '../../support/verifier';

/** A desktop's Firefox and a telephone's Safari. */
export const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
];
/** All of the time that a world has events in. */
export const everything = { from: minutesAfter(noon, -24 * 60), to: minutesAfter(noon, 4 * 60) };

/** Two markets of one advertiser, and one of another, with rates for all of the time. */
export async function startMarkets(): Promise<{ one: Verifier; markets: readonly Market[] }> {
  const one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '40' } });
  const shared = anId();
  const markets = [
    await one.addMarket({ advertiserId: shared }),
    await one.addMarket({ advertiserId: shared, campaign: { medium: 'mobile' } }),
    await one.addMarket(),
  ];
  for (let hour = -20; hour < 4; hour += 1)
    await one.ctx.rateStore.put({
      ...{ from: minutesAfter(noon, hour * 60), rate: 2_000_000_000n },
      ...{ setAt: minutesAfter(noon, -1200), source: 'operator' },
    });
  return { one, markets };
}

/** Stores some views and clicks of the markets: some of bots, some of nobody who is tracked, some late. */
export async function storeSome(
  { ctx, clock }: Verifier,
  markets: readonly Market[],
  chance: Chance,
) {
  const visitors = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32));
  const events = Array.from({ length: chance.between(1, 40) }, (): AdEvent[] => {
    const offerId = anId();
    // Some come late: of hours, or of the day before.
    const late = chance.happens(0.2) ? chance.between(0, 60 * 20) : chance.between(0, 20);
    const occurredAt = minutesAfter(clock.now, -late);
    const event: AdEvent = {
      id: eventIdOf('impression', offerId, null),
      kind: 'impression',
      ...{ caseId: offerId, requestId: anId(), offerId },
      ...chance.pick(markets),
      placementId: chance.pick(visitors),
      offeredAt: occurredAt,
      occurredAt,
      trackingId: chance.happens(0.8) ? chance.pick(visitors) : null,
      userAgent: chance.pick(agents),
      remoteAddress: '203.0.113.0',
      country: chance.happens(0.5) ? 'de' : null,
      invalidTraffic: chance.happens(0.1) ? 'bot' : null,
      price: 1_000_000_000n,
      needsConfirmation: false,
      isMeasured: chance.happens(0.6),
      ...(chance.happens(0.7) && { frequency: chance.between(1, 14) }),
    };
    const click: AdEvent = { ...event, id: eventIdOf('click', offerId, null), kind: 'click' };
    return chance.happens(0.3) ? [event, click] : [event];
  }).flat();
  await ctx.events.insertMany(events, clock.now);
}

/** Gives some events another verdict, as verifying again does: in one transaction with what it tells. */
export async function judgeAgain({ ctx, db }: Verifier, chance: Chance): Promise<void> {
  const events = db.collection<{ _id: string; verdict?: Verdict; advertiserId: string }>('events');
  const judged = await events.find({ verdict: { $exists: true } }).toArray();
  for (const { _id: id, verdict, ...rest } of judged) {
    if (!chance.happens(0.1)) continue;
    const before = verdict!;
    const nothing = {
      price: 0n,
      charge: 0n,
      demandFee: 0n,
      supplyFee: 0n,
      revenue: 0n,
      rate: null,
    };
    const after: Verdict =
      before.status === 'accepted'
        ? { ...before, ...nothing, status: 'rejected', reason: 'site_limit' }
        : {
            ...{ ...before, status: 'accepted', reason: null, rate: 2_000_000_000n },
            ...{ price: 1_000_000_000n, charge: 50_000_000_000n, revenue: 49_000_000_000n },
          };
    const partition = Number.parseInt(rest.advertiserId.charAt(0), 16);
    await ctx.inTransaction(async (session) => {
      await events.updateOne({ _id: id }, { $set: { verdict: after } }, { session });
      const batch = await ctx.verification.nextBatch(partition, session);
      const corrected = [{ of: 'event', id, before, verdict: after } as const];
      const changes = { partition, batch, events: [], conversions: [], corrected };
      await ctx.onVerdicts(changes, session);
    });
  }
}
