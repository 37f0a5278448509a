import type { AdEvent } from '../../../src/market/events/event';
import { anEvent } from '../../support/events';
import type { Chance } from './chance';
import { noon, offerSeconds, tickMs, ticksOfEvents, type World } from './story';

/** An event, and in which five minutes it comes to be stored. */
export interface Arrival {
  readonly tick: number;
  readonly event: AdEvent;
}

/** A visitor who clicks on each ad. */
const clickerId = 'c11c4'.padEnd(32, '0');
const lastTick = ticksOfEvents + 2;
const second = 1000;
/** Ticks after which a click is judged without its view: 10 minutes. One that comes just then would be a race. */
const settleTicks = 2;

const tickOf = (at: Date) => Math.floor((at.getTime() - noon.getTime()) / tickMs);

/**
 * The way in which somebody cheats: a farm views at once, a stuffer shows what nobody sees to a campaign that pays for what was seen;
 * null: nobody does. Hoarders, heavy visitors, one who clicks on whatever he sees, and programs come by their own dice. All come
 * from one network, which has enough of some publishers.
 */
type Trick = 'farm' | 'stuffer' | null;

/** Facts of evidence, as the tag of an honest page and the events of cheats have them; of clients without a tag: none. */
function evidenceOf(chance: Chance, trick: Trick): Partial<AdEvent> {
  if (trick === 'farm') return { isWeb: true, isMeasured: false };
  if (trick === 'stuffer') return { isWeb: true, isMeasured: false, requiresViewability: true };
  if (chance.happens(0.2)) return { isWeb: true, isMeasured: true, requiresViewability: true };
  return chance.happens(0.5) ? { isWeb: true, isMeasured: true } : {};
}

/** Views and clicks of one find, most of them good, some of them bad in one of the ways that there are. */
export function visit(chance: Chance, world: World, heavyVisitors: readonly string[]): Arrival[] {
  const isClicker = chance.happens(0.06);
  const campaign = chance.pick(world.campaigns);
  const site = chance.pick(world.sites);
  // Clicks come from 5 seconds before to 40 after it, and all of them within the four hours.
  const at = noon.getTime() + chance.between(5 * second, ticksOfEvents * tickMs - 40 * second);
  const whose = {
    offerId: chance.id(),
    requestId: chance.id(),
    placementId: chance.id(),
    siteId: chance.happens(0.01) ? chance.id() : site.id,
    publisherId: site.publisherId,
    creativeId: campaign.creativeId,
    campaignId: campaign.id,
    advertiserId: campaign.advertiserId,
    trackingId: isClicker ? clickerId : trackingIdOf(chance, heavyVisitors),
    remoteAddress: chance.happens(0.01) ? world.ownNetwork.network : '203.0.113.0',
    ...offerOf(chance, at),
  };
  const event = (change: Partial<AdEvent>): AdEvent =>
    anEvent({ caseId: chance.id(), ...whose, ...change });

  const invalidTraffic = chance.happens(0.06)
    ? chance.pick(['bot', 'prefetch', 'data_center', 'proxy', 'unknown_browser'] as const)
    : null;
  const trick =
    whose.exp && chance.happens(0.08) ? chance.pick(['farm', 'stuffer'] as const) : null;
  const viewedAt = trick === 'farm' ? whose.offeredAt.getTime() + chance.between(0, 800) : at;
  const evidence = evidenceOf(chance, trick);
  const view = event({
    ...{ occurredAt: new Date(viewedAt), price: viewPrice(chance), invalidTraffic },
    ...evidence,
  });
  const hasView = chance.happens(0.97);
  const viewTick = arrivalTick(chance, view);
  const arrivals: Arrival[] = hasView ? [{ tick: viewTick, event: view }] : [];
  // Another case of the same offer.
  if (chance.happens(0.05) && viewTick < lastTick)
    arrivals.push({
      tick: chance.between(viewTick + 1, lastTick + 1),
      event: event({ occurredAt: view.occurredAt, price: view.price }),
    });
  if (!isClicker && !chance.happens(0.35)) return arrivals;

  const isEarly = chance.happens(0.02);
  const click = event({
    kind: 'click',
    caseId: chance.happens(0.02) ? chance.id() : view.caseId,
    occurredAt: new Date(at + (isEarly ? -5 : chance.between(0, 40)) * second),
    price: clickPrice(chance),
    needsConfirmation: campaign.needsConfirmation,
    ...(chance.happens(0.5) && { isWeb: true, isMeasured: false }),
  });
  const clickTick = arrivalTick(chance, click);
  // A view of the hour without a rate would find its click waiting still.
  const comesTooLate = viewTick > clickTick + settleTicks - 1;
  const tick = comesTooLate && !isMuchTooLate(clickTick, viewTick, at) ? viewTick : clickTick;
  return [...arrivals, { tick, event: click }];
}

function trackingIdOf(chance: Chance, heavyVisitors: readonly string[]): string | null {
  if (chance.happens(0.1)) return chance.pick(heavyVisitors);
  return chance.happens(0.05) ? null : chance.id();
}

function isMuchTooLate(clickTick: number, viewTick: number, at: number): boolean {
  return viewTick > clickTick + settleTicks && at < noon.getTime() + 1.9 * 60 * 60 * second;
}

/** Most offers run out. Some were stored by a server of before, and those of hours without a rate are among them. */
function offerOf(chance: Chance, at: number): Pick<AdEvent, 'offeredAt' | 'exp'> {
  const offeredAt = new Date(Math.floor((at - offerAge(chance)) / second) * second);
  const hasRate =
    offeredAt >= noon && offeredAt.getTime() < noon.getTime() + ticksOfEvents * tickMs;
  return hasRate && chance.happens(0.8) ? { offeredAt, exp: offerSeconds } : { offeredAt };
}

function offerAge(chance: Chance): number {
  if (chance.happens(0.01)) return 26 * 60 * 60 * second;
  if (chance.happens(0.01)) return -60 * 60 * second;
  if (chance.happens(0.06)) return chance.between(0, 45 * 60) * second;
  return chance.between(0, 20 * second);
}

/** Most come at once, some much later. */
function arrivalTick(chance: Chance, { occurredAt }: AdEvent): number {
  const own = Math.max(0, tickOf(occurredAt));
  if (chance.happens(0.82)) return own;
  const latest = chance.happens(0.75) ? own + 4 : lastTick;
  return Math.min(chance.between(own, latest + 1), lastTick);
}

/** From 0.001 to 0.005 USD. */
function viewPrice(chance: Chance): bigint | null {
  if (chance.happens(0.01)) return null;
  if (chance.happens(0.03)) return 0n;
  return BigInt(chance.between(100_000_000, 500_000_000));
}

/** From 0.005 to 0.015 USD. */
function clickPrice(chance: Chance): bigint {
  return chance.happens(0.1) ? 0n : BigInt(chance.between(500_000_000, 1_500_000_000));
}
