import type { RequestFacts } from '../../src/request-facts';
import { recordClick, recordImpression } from '../../src/market/events/event.service';
import { noEvidence } from '../../src/market/events/evidence';
import { signOffer } from '../../src/market/events/event-token';
import type { VerdictDocument } from '../../src/money/verification/verification.store';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { anId } from './events';
import type { Visit } from './traffic';
import { eleven, type Market, minutesAfter, noon, usd, type Verifier } from './verifier';

const viewPrice = 200_000_000n;
const clickPrice = 5_000_000_000n;

/** The money that was asked for, and the money that was paid, 10^-11 USD; and how often each outcome came. */
export interface Takings {
  readonly asked: bigint;
  readonly paid: bigint;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Clicks read their landing pages: more would wait for connections to the database for too long on a busy machine. */
const stepsAtOnce = 200;

/**
 * Lets visits happen on a new market as a gateway would: by the URLs of their offers, with all that their requests show. Then
 * they are verified.
 */
async function happen(one: Verifier, visits: readonly Visit[]): Promise<Takings> {
  one.clock.now = eleven;
  const market = await one.addMarket({ campaign: { hourlyBudget: usd(10_000_000) } });
  one.clock.now = minutesAfter(noon, 2 * 60);
  const steps = visits.flatMap((visit) => stepsOf(one, market, visit));
  for (let at = 0; at < steps.length; at += stepsAtOnce)
    await Promise.all(steps.slice(at, at + stepsAtOnce).map((step) => step()));
  // A click whose view is in a later batch waits for some seconds.
  for (let minutes = 180; minutes === 180 || (await verifyAllDue(one.ctx)) > 0; minutes += 1)
    one.clock.now = minutesAfter(noon, minutes);
  return takingsOf(one, market);
}

/** The view of a visit, and its click. */
function stepsOf(
  { ctx }: Verifier,
  market: Market,
  visit: Visit,
): readonly (() => Promise<unknown>)[] {
  const { foundAt, viewAfterMs, seenMs, clickAfterMs } = visit;
  const { impressionToken, clickToken } = signOffer(ctx.eventUrlKeys, {
    ...market,
    ...{ requestId: anId(), placementId: anId(), trackingId: visit.trackingId, ordinal: 0 },
    ...{ offeredAt: Math.floor(foundAt.getTime() / 250) / 4, viewPrice, clickPrice },
    ...{ needsConfirmation: false, isTest: false, isWeb: true, isForeign: false },
    unmeasuredPrice: 100,
  });
  const contextAfter = (ms: number) => {
    const at = new Date(foundAt.getTime() + ms);
    const { address: remoteAddress, userAgent, headers = {} } = visit;
    const request: RequestFacts = { remoteAddress, userAgent, headers, isHead: false };
    return { ...ctx, now: () => at, request };
  };
  const view = () =>
    recordImpression(contextAfter(viewAfterMs), {
      ...{ token: impressionToken, caseId: null, evidence: { ...noEvidence, seenMs } },
    });
  if (clickAfterMs === null) return [view];
  const evidence = { ...noEvidence, isPressed: seenMs !== null };
  const click = () =>
    recordClick(contextAfter(clickAfterMs), { token: clickToken, caseId: null, evidence });
  return [view, click];
}

async function takingsOf({ db }: Verifier, { siteId }: Market): Promise<Takings> {
  const events = await db.collection<VerdictDocument>('events').find({ siteId }).toArray();
  const outcomes: Record<string, number> = {};
  let asked = 0n;
  let paid = 0n;
  for (const { kind, price, verdict } of events) {
    if (!verdict) throw new Error('an event has no verdict');
    const outcome = `${kind}: ${verdict.reason ?? verdict.status}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    asked += price ?? 0n;
    paid += verdict.price;
  }
  return { asked, paid, outcomes };
}

/** Lets each kind of traffic happen on a market of its own. */
export async function happenEach(
  one: Verifier,
  traffic: Readonly<Record<string, readonly Visit[]>>,
): Promise<ReadonlyMap<string, Takings>> {
  const kinds = new Map<string, Takings>();
  for (const [kind, visits] of Object.entries(traffic)) kinds.set(kind, await happen(one, visits));
  return kinds;
}

/** The percentage of the money that is refused, to a hundredth. */
export function refusedShareOf(some: Iterable<Takings>): number {
  let [asked, paid] = [0n, 0n];
  for (const one of some) [asked, paid] = [asked + one.asked, paid + one.paid];
  return Number(((asked - paid) * 10_000n) / asked) / 100;
}
