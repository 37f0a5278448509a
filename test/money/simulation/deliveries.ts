import type { AdEvent } from '../../../src/market/events/event';
import type { RecordedConversion } from '../../../src/market/recorded-conversions/recorded-conversion';
import type { Chance } from './chance';
import { noon, type Tick, tickMs, ticksInAll, ticksOfEvents, type World } from './story';
import { type Arrival, visit } from './visits';

const eventsOfDelivery = 100;

/** All that is stored, by the five minutes in which it is: views, clicks and conversions, some of them twice. */
export function planTicks(chance: Chance, world: World, eventCount: number): readonly Tick[] {
  const heavyVisitors = [chance.id(), chance.id(), chance.id()];
  const byTick = Array.from({ length: ticksInAll }, (): AdEvent[] => []);
  const arrivals: Arrival[] = [];
  while (arrivals.length < eventCount) arrivals.push(...visit(chance, world, heavyVisitors));
  const confirmed = new Set<string>();
  for (const { tick, event } of arrivals) {
    byTick[tick]!.push(event);
    // A gateway that stores what another one has stored already: soon, or much later.
    if (chance.happens(0.05)) byTick[chance.between(tick, ticksOfEvents + 4)]!.push(event);
  }
  return byTick.map((events, tick) => ({
    deliveries: toDeliveries(chance, events),
    conversions: planConversions(chance, world, {
      tick,
      confirmed,
      stored: arrivals.filter((arrival) => arrival.tick < tick).map(({ event }) => event),
      count: tick < ticksOfEvents ? Math.ceil(eventCount / 2_000) : 0,
    }),
  }));
}

function toDeliveries(chance: Chance, events: readonly AdEvent[]): readonly AdEvent[][] {
  const shuffled = chance.shuffle(events);
  const deliveries: AdEvent[][] = [];
  for (let at = 0; at < shuffled.length; at += eventsOfDelivery) {
    const delivery = shuffled.slice(at, at + eventsOfDelivery);
    deliveries.push(delivery);
    // Its answer was lost.
    if (chance.happens(0.1)) deliveries.push(delivery);
  }
  return deliveries;
}

/** How the link was called: signed, by a buyer, by a publisher for his own views, or before that was noted. */
function proofOf(chance: Chance): Partial<RecordedConversion> {
  const evidence = chance.pick(['signed', 'other_network', 'none', null] as const);
  if (evidence === null) return {};
  const remoteAddress = chance.pick(['192.0.2.0', '198.51.100.0']);
  const dailyLimit = chance.between(1, 8);
  return { evidence, dailyLimit, ...(evidence !== 'signed' && { remoteAddress }) };
}

/** Conversions of one to three cases whose events are stored by then, and now and then of one that never was. */
function planConversions(
  chance: Chance,
  { definitions }: World,
  now: {
    readonly tick: number;
    /** Clicks that have a confirmation already; new ones are added. */
    readonly confirmed: Set<string>;
    readonly stored: readonly AdEvent[];
    readonly count: number;
  },
): readonly RecordedConversion[] {
  const conversions: RecordedConversion[] = [];
  for (let made = 0; made < now.count && now.stored.length > 0; made += 1) {
    const event = chance.pick(now.stored);
    const fits = (other: AdEvent) =>
      other.campaignId === event.campaignId &&
      other.kind === event.kind &&
      other.invalidTraffic === null &&
      !now.confirmed.has(other.id);
    const isOfClick = event.kind === 'click';
    if (!fits(event)) continue;
    const others = now.stored.slice(-300).filter((other) => fits(other) && other !== event);
    const events = [event, ...others.slice(0, chance.between(0, 3))];
    if (isOfClick) for (const { id } of events) now.confirmed.add(id);
    const definition = chance.pick(
      definitions.filter(({ campaignId }) => campaignId === event.campaignId),
    );
    const at = noon.getTime() + now.tick * tickMs + made * 1_000 + chance.between(0, 1_000);
    conversions.push({
      id: chance.id(),
      conversionId: isOfClick ? null : definition.id,
      campaignId: event.campaignId,
      advertiserId: event.advertiserId,
      limitType: isOfClick ? 'in_budget' : definition.limitType,
      occurredAt: new Date(at),
      ...(isOfClick ? {} : proofOf(chance)),
      cases: events.map(({ id, caseId, publisherId, siteId, placementId, creativeId }) => ({
        ...{ caseId, publisherId, siteId, placementId, creativeId },
        eventId: chance.happens(0.02) ? `${event.kind}:${chance.id()}` : id,
        value: isOfClick ? 0n : BigInt(chance.between(0, 30)) * 333_333_333n,
      })),
    });
  }
  return conversions;
}
