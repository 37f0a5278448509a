import type { AdEvent } from '../../../src/market/events/event';
import type { RecountedActivity } from './recount-activity';
import {
  addTo,
  chargeOf,
  type Ledger,
  pay,
  payTimeOf,
  reasonOfMoney,
  type Turn,
} from './recount-money';
import { type Act, leastClickMs, leastViewMs } from './story';

/** A stored event, as the recount thinks of it. */
export interface StoredEvent {
  readonly event: AdEvent;
  readonly tick: number;
  readonly isRepeat: boolean;
}

/** Judges a view or a click by what the documentation says. */
export function recountEvent(
  ledger: Ledger,
  events: ReadonlyMap<string, StoredEvent>,
  stored: StoredEvent,
  turn: Turn,
  activity: RecountedActivity,
): void {
  const { event } = stored;
  const paidAt = payTimeOf(event);
  const price = event.needsConfirmation ? 0n : (event.price ?? 0n);
  const reason =
    reasonOfFacts(ledger, events, stored) ??
    activity.reasonOf(event) ??
    reasonOfMoney(
      ledger,
      { ...event, paidAt, price, charge: chargeOf(price, paidAt), isInBudget: true },
      turn,
    );
  activity.note(event, reason);
  if (reason === null)
    pay(ledger, { ...event, paidAt, isInBudget: true }, [{ ...event, price }], turn);
  const paid = reason === null ? price : 0n;
  const charge = chargeOf(paid, paidAt);
  ledger.outcomes.set(event.id, { reason: reason ?? 'accepted', price: paid, charge });
  addTo(ledger.totals, `${event.kind}s: ${reason ?? 'accepted'}`, 1n);
}

/** Finds the reason that does not depend on how many came before. */
function reasonOfFacts(
  { world, suspensions, outcomes, violations }: Ledger,
  events: ReadonlyMap<string, StoredEvent>,
  { event, tick, isRepeat }: StoredEvent,
): string | null {
  if (event.price === null) return 'no_price';
  if (isRepeat) return 'repeat';
  if (event.invalidTraffic !== null) return event.invalidTraffic;
  const isSeen = event.isMeasured === true;
  const age = event.occurredAt.getTime() - event.offeredAt.getTime();
  const goodFor = event.kind === 'impression' ? (event.exp ?? 86_400) : 86_400;
  if (age < -5 * 60_000 || age >= (goodFor + 1) * 1000) return 'not_offered';
  if (event.kind === 'click') {
    const view = events.get(`impression:${event.offerId}`);
    // It waits for ten minutes: two ticks.
    if (!view || view.event.caseId !== event.caseId || view.tick > tick + 1) return 'no_impression';
    const viewOutcome = outcomes.get(view.event.id);
    if (!viewOutcome) violations.push(`${event.id} was judged before its view`);
    if (viewOutcome?.reason !== 'accepted') return 'impression_rejected';
    const behind = event.occurredAt.getTime() - view.event.occurredAt.getTime();
    if (behind < -2_000) return 'impossible_timing';
    if (event.isWeb === true && !isSeen && Math.abs(behind) < leastClickMs)
      return 'impossible_timing';
  }
  if (event.isWeb === true && !isSeen && age < leastViewMs) return 'impossible_timing';
  if (event.requiresViewability === true && !isSeen) return 'not_viewable';
  const { campaignId, creativeId, siteId, publisherId, occurredAt: at } = event;
  const acts = world.acts.filter((act) => act.at <= at);
  const last = (kinds: readonly Act['kind'][], id: string) =>
    acts
      .filter((act) => kinds.includes(act.kind))
      .findLast((act) => Object.values(act).includes(id));
  const stops = [...suspensions, ...world.acts];
  if (!mayStillBePaid(event, (time) => whenStopped(stops, campaignId, time)))
    return 'campaign_not_running';
  if (last(['reject'], creativeId)) return 'creative_not_running';
  if (!world.sites.some(({ id }) => id === siteId)) return 'site_not_running';
  if (last(['suspend', 'restore'], publisherId)?.kind === 'suspend') return 'publisher_not_running';
  const own = world.ownNetwork;
  if (own.publisherId === publisherId && own.network === event.remoteAddress) return 'own_traffic';
  return null;
}

/**
 * A campaign that was stopped goes on for offers that were made before every gateway knew of it, within ten seconds; for events that
 * were stored by a server of before, for ten minutes.
 */
function mayStillBePaid(
  { exp, offeredAt, occurredAt }: AdEvent,
  stoppedAt: (time: Date) => Date | null,
): boolean {
  const since = stoppedAt(occurredAt);
  if (since === null) return true;
  if (exp === undefined) return occurredAt.getTime() <= since.getTime() + 10 * 60_000;
  const around = [offeredAt.getTime() - 10_000, offeredAt.getTime() + 999];
  return around.some((time) => stoppedAt(new Date(time)) === null);
}

/** From when on a campaign did not run at some time; null: it ran. */
function whenStopped(acts: readonly Act[], campaignId: string, at: Date): Date | null {
  let stoppedAt: Date | null = null;
  for (const act of acts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (act.at > at || !('campaignId' in act) || act.campaignId !== campaignId) continue;
    if (act.kind === 'resume') stoppedAt = null;
    if (act.kind === 'pause') stoppedAt ??= act.at;
  }
  return stoppedAt;
}
