import type { DatabaseSession } from '../../../platform/database/transaction';
import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { VerdictChanges } from '../../../money/verification/verdict-listener';
import { type CountableEvent, type Fact, factOf, factsOfConversion } from './fact';
import { encodeFacts } from './fact-codec';
import type { StatisticsContext } from '../statistics.context';
import { assertPresent } from '../../../present';

type Context = Pick<
  StatisticsContext,
  'statisticsChanges' | 'countableEvents' | 'figureTouches' | 'now'
>;

/**
 * Writes down what verdicts change, in their transaction: one document, which a job adds to the roll-ups, and one that
 * tells every gateway whose figures are others now.
 */
export async function recordStatisticsChanges(
  ctx: Context,
  changes: VerdictChanges,
  session: DatabaseSession,
): Promise<void> {
  const { partition, batch } = changes;
  const facts = [
    ...changes.events.map(({ event, verdict }) => factOf(event, verdict)),
    ...(await conversionFactsOf(ctx, changes, session)),
    ...(await correctedFactsOf(ctx, changes, session)),
  ];
  if (facts.length === 0) return;
  const change = { partition, batch, count: facts.length, facts: encodeFacts(facts) };
  await ctx.statisticsChanges.insert(change, session);
  const touch = {
    id: `${partition}:${batch}`,
    at: ctx.now(),
    campaignIds: [...new Set(facts.map(({ campaignId }) => campaignId))],
    siteIds: [...new Set(facts.map(({ siteId }) => siteId))],
  };
  await ctx.figureTouches.insert(touch, session);
}

async function conversionFactsOf(
  ctx: Context,
  { conversions, corrected }: VerdictChanges,
  session: DatabaseSession,
): Promise<readonly Fact[]> {
  const ofConversions = new Map(
    corrected.flatMap((one) => (one.of === 'conversion' ? [[one.id, one] as const] : [])),
  );
  const found = await ctx.countableEvents.listConversions([...ofConversions.keys()], session);
  const visitors = await listVisitorsOf(
    ctx,
    [...conversions.map(({ conversion }) => conversion), ...found],
    session,
  );
  return [
    ...conversions.flatMap(({ conversion, verdict }) =>
      factsOfConversion(conversion, verdict, { visitors }),
    ),
    ...found.flatMap((conversion) => {
      const { before, verdict } = assertPresent(
        ofConversions.get(conversion.id),
        'only conversions with another verdict were asked for',
      );
      return [
        ...factsOfConversion(conversion, before, { visitors, sign: -1 }),
        ...factsOfConversion(conversion, verdict, { visitors }),
      ];
    }),
  ];
}

async function correctedFactsOf(
  ctx: Context,
  { corrected }: VerdictChanges,
  session: DatabaseSession,
): Promise<readonly Fact[]> {
  const ofEvents = corrected.filter(({ of }) => of === 'event');
  const found = await ctx.countableEvents.listByIds(
    ofEvents.map(({ id }) => id),
    session,
  );
  const byId = new Map(found.map((event) => [event.id, event]));
  return ofEvents.flatMap(({ id, before, verdict }) => {
    const event = assertPresent(byId.get(id), 'an event with another verdict is stored');
    return [factOf(event, before, -1), factOf(event, verdict)];
  });
}

/** Finds the visitors of conversions, by the events of their cases. */
export async function listVisitorsOf(
  { countableEvents }: Pick<StatisticsContext, 'countableEvents'>,
  conversions: readonly RecordedConversion[],
  session: DatabaseSession,
): Promise<ReadonlyMap<string, CountableEvent>> {
  const ids = new Set(conversions.flatMap(({ cases }) => cases.map(({ eventId }) => eventId)));
  const found = await countableEvents.listByIds([...ids], session);
  return new Map(found.map((event) => [event.id, event]));
}
