import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { budgetTimeOf } from '../../../market/events/event';
import { pageRunMs } from '../../../market/events/offer-lifetime';
import { settleAfterMs } from '../../../market/events/event-document';
import type { SpendChange } from '../../budgets/campaign-hour.store';
import type { JournalEntry } from '../../books/journal-entry';
import { countPeerViews, peerViewsOf } from '../../peer-receipts/count-peer-views.service';
import { suspendUnlessItFails } from '../../budgets/suspension.service';
import { getLastingFacts, getMovingFacts } from './batch-facts.service';
import { chargeGroupOf, toChargeEntry } from './charge-entry';
import { noticesOfEvents } from './event-notices';
import { countJudgedPeers } from './judged-peers.service';
import { type BatchFacts, Judge, type Judgement, type WaitingEvent } from './judge';
import { noteUsedHours } from './used-hours.service';
import { dayOfCampaign } from './period-limit';
import { askedOfEvent } from './asked-price';
import { noteUsedPeriods } from './used-periods.service';
import type { Verdict } from '../verdict';
import { inOrderOfJudging } from './order-of-judging';
import type { VerificationContext } from '../verification.context';
import type { PutOff, SharedVerdict } from '../verification.store';

/** Events that are in memory, and in one transaction, at a time. */
const batchSize = 1_000;
const waitForRateMs = 60_000;
const waitForHostMs = 10_000;
const waitForVerdictMs = 5_000;
/** A shorter wait is not worth another look. */
const leastWaitForViewMs = 2_000;

/** The result of a batch. */
export interface JudgedBatch {
  readonly judged: readonly Judgement[];
  /** Advertisers who may have come to the end of their funds and credit. */
  readonly spenders: readonly string[];
  /** True where more events may be due. */
  readonly isFull: boolean;
}

/**
 * Gives verdicts to up to 1,000 due events of a partition, and books what they cost: all of it in one transaction.
 * Several processes may verify the same events at once: one transaction is committed, the other processes look again.
 */
export async function verifyEventBatch(
  ctx: VerificationContext,
  partition: number,
): Promise<JudgedBatch> {
  const batch = await ctx.inTransaction((session) => judgeDue(ctx, partition, session));
  const accepted = batch.judged.filter(
    ({ event, status }) =>
      status === 'accepted' && event.peer === undefined && event.isOwn !== true,
  );
  const clicks = accepted.filter(({ event }) => event.kind === 'click');
  ctx.creativeResults.countClicks(clicks.map(({ event }) => event));
  // Other servers' payments tell what their creatives have brought.
  const ours = accepted.filter(({ event }) => event.demandServer === undefined);
  ctx.creativeResults.countAccepted(
    ours.map(({ event: { creativeId, kind }, price }) => ({
      creativeId,
      isView: kind === 'impression',
      price,
    })),
  );
  for (const advertiserId of batch.spenders) await suspendUnlessItFails(ctx, advertiserId);
  return batch;
}

/**
 * Advertisers who have paid something, or could not.
 *
 * @param means as `listMeans` has found them: who has no limit never comes to its end
 */
export function spendersOf(
  judged: readonly (Pick<Judgement, 'charge' | 'reason'> & { readonly advertiserId: string })[],
  means: ReadonlyMap<string, Amount | null>,
): readonly string[] {
  const spenders = new Set(
    judged
      .filter(({ charge, reason }) => charge > 0n || reason === 'no_funds')
      .map(({ advertiserId }) => advertiserId),
  );
  return [...means].flatMap(([id, limit]) => (limit !== null && spenders.has(id) ? [id] : []));
}

async function judgeDue(
  ctx: VerificationContext,
  partition: number,
  session: DatabaseSession,
): Promise<JudgedBatch> {
  const now = ctx.now();
  const due = await ctx.verification.listDue(partition, { now, limit: batchSize, session });
  if (due.length === 0) return { judged: [], spenders: [], isFull: false };
  const events = due.toSorted(inOrderOfJudging);
  const batch = await ctx.verification.nextBatch(partition, session);
  const lasting = await getLastingFacts(ctx, events);
  const { campaigns } = lasting;
  const moving = await getMovingFacts(ctx, events, { campaigns, session });
  const judge = new Judge({ ...lasting, ...moving });
  const judged: Judgement[] = [];
  const waiting: WaitingEvent[] = [];
  for (const event of events) {
    const judgement = judge.judge(event, now);
    if ('waitsFor' in judgement) waiting.push(judgement);
    else judged.push(judgement);
  }
  const charged = toCharges(judged, { partition, batch, at: now });
  await ctx.verification.saveVerdicts(toSharedVerdicts(judged, charged, { batch, now }), session);
  await ctx.verification.putOff(toPutOff(waiting, now), session);
  await ctx.campaignHours.spend(
    session,
    judged.map((one) => ({
      ...toSpendChange(one, now),
      day: dayOfCampaign(campaigns.get(one.event.campaignId) ?? [], budgetTimeOf(one.event)).from,
    })),
  );
  await countJudgedPeers(ctx, judged, session);
  await countPeerViews(ctx, judged.flatMap(toPeerViews), session);
  await ctx.caseTallies.add(judge.addedCounts, { known: moving.tallies, now }, session);
  await ctx.books.post([...new Set(charged.values())], session);
  await putNotices(ctx, judged, { facts: { ...lasting, ...moving }, now, session });
  const judgedEvents = judged.map((verdict) => ({ event: verdict.event, verdict }));
  await ctx.onVerdicts(
    { partition, batch, events: judgedEvents, conversions: [], corrected: [] },
    session,
  );
  const spent = judged.map(({ event, charge, reason }) => {
    return { advertiserId: event.advertiserId, charge, reason };
  });
  const spenders = spendersOf(spent, moving.means);
  return { judged, spenders, isFull: due.length === batchSize };
}

async function putNotices(
  ctx: VerificationContext,
  judged: readonly Judgement[],
  batch: { readonly facts: BatchFacts; readonly now: Date; readonly session: DatabaseSession },
): Promise<void> {
  const asked = judged.map(askedOfEvent);
  const notices = [
    ...noticesOfEvents(judged, batch.now),
    ...(await noteUsedHours(ctx, asked, batch)),
    ...(await noteUsedPeriods(ctx, asked, batch)),
  ];
  await ctx.notices.put(notices, batch.session);
}

/** The entry that books each charge. */
function toCharges(
  judged: readonly Judgement[],
  about: { readonly partition: number; readonly batch: number; readonly at: Date },
): ReadonlyMap<Judgement, JournalEntry> {
  const charges = judged
    .filter(({ charge }) => charge > 0n)
    .map((judgement) => ({
      ...judgement.event,
      ...judgement,
      budgetTime: budgetTimeOf(judgement.event),
      judgement,
    }));
  const entries = new Map<Judgement, JournalEntry>();
  for (const group of Map.groupBy(charges, chargeGroupOf).values()) {
    const entry = toChargeEntry(group, { kind: 'charge', ...about });
    if (entry) for (const { judgement } of group) entries.set(judgement, entry);
  }
  return entries;
}

function toSharedVerdicts(
  judged: readonly Judgement[],
  charged: ReadonlyMap<Judgement, JournalEntry>,
  { batch, now }: { readonly batch: number; readonly now: Date },
): readonly SharedVerdict[] {
  const shared = new Map<string, { ids: string[] } & Omit<SharedVerdict, 'ids'>>();
  for (const judgement of judged) {
    const { event, ...rest } = judgement;
    const entryId = charged.get(judgement)?.id ?? null;
    const invalidTraffic = rest.reason === 'no_impression' ? rest.reason : null;
    // The same price leaves another server more than a publisher of ours.
    const key = [...Object.values(rest), entryId].join(' ');
    const known = shared.get(key);
    if (known) known.ids.push(event.id);
    else {
      const verdict: Verdict = { ...rest, judgedAt: now, entryId, batch };
      shared.set(key, { ids: [event.id], verdict, invalidTraffic });
    }
  }
  return [...shared.values()];
}

function toPutOff(waiting: readonly WaitingEvent[], now: Date): readonly PutOff[] {
  const byTime = Map.groupBy(waiting, (one) => waitUntil(one, now).getTime());
  return [...byTime].map(([until, ones]) => ({
    ids: ones.map(({ event }) => event.id),
    until: new Date(until),
  }));
}

/** A click that waits for its view is looked at less and less often, and at the last moment once more. */
function waitUntil({ event, waitsFor }: WaitingEvent, now: Date): Date {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (waitsFor === 'rate') return after(waitForRateMs);
  if (waitsFor === 'host') return after(waitForHostMs);
  // The page lets the view be looked at once it has run.
  if (waitsFor === 'page') return new Date(event.occurredAt.getTime() + pageRunMs);
  if (waitsFor === 'views') return nextLookAtViews(event.occurredAt, now);
  if (waitsFor === 'verdict' || event.settleAt === null) return after(waitForVerdictMs);
  const waited = settleAfterMs - (event.settleAt.getTime() - now.getTime());
  const next = after(Math.max(waited / 2, leastWaitForViewMs));
  return next < event.settleAt ? next : event.settleAt;
}

const toPeerViews = ({ event, status }: Judgement) =>
  status === 'accepted' ? peerViewsOf(event) : [];

/** The next look at an event that waits for views: less and less often, some twenty times while an hour's offers are good. */
export function nextLookAtViews(occurredAt: Date, now: Date): Date {
  const waited = now.getTime() - occurredAt.getTime();
  return new Date(now.getTime() + Math.max(waited / 4, leastWaitForViewMs));
}

function toSpendChange({ event, price }: Judgement, now: Date): Omit<SpendChange, 'day'> {
  const { campaignId, advertiserId, invalidTraffic } = event;
  // Nothing was set aside for other servers' sites.
  const offeredAt = event.peer === undefined ? event.offeredAt : null;
  const peerSpent = event.peer === undefined ? 0n : price;
  // A view that a program loads leaves the money that was set aside for the visitor.
  const seen = invalidTraffic === null ? (event.price ?? 0n) : 0n;
  const views = invalidTraffic === null && event.kind === 'impression' ? 1n : 0n;
  const budgetTime = budgetTimeOf(event);
  return {
    ...{ campaignId, advertiserId, budgetTime, spent: price, peerSpent, offeredAt, seen, views },
    ...(event.kind === 'click' && { besideAt: now }),
  };
}
