import type { DatabaseSession } from '../../../platform/database/transaction';
import { isOnOwnSite } from '../../../market/events/event-token';
import type { AcceptedPart } from '../../../market/inventory/creative-results';
import {
  type ConvertedCase,
  isInBudget,
  type RecordedConversion,
} from '../../../market/recorded-conversions/recorded-conversion';
import type { ConvertedCaseEarning } from '../../remittances/converted-case.store';
import type { SpendChange } from '../../budgets/campaign-hour.store';
import { suspendUnlessItFails } from '../../budgets/suspension.service';
import { getSpent, listMeans } from './batch-facts.service';
import { getPeerDays, lockAccountHours } from './set-aside.service';
import { chargeGroupOf, toChargeEntry } from './charge-entry';
import { getConversionFacts } from './conversion-facts.service';
import { spentByPeers } from './converted-peers';
import { ConversionJudge, type JudgedConversion, type WaitingConversion } from './conversion-judge';
import type { ConversionGain } from '../conversion-verification.store';
import { noticesOfConversions } from './event-notices';
import { inOrderOfJudging } from './order-of-judging';
import { dayOfCampaign } from './period-limit';
import { askedOfConversion } from './asked-price';
import { noteUsedHours } from './used-hours.service';
import { noteUsedPeriods } from './used-periods.service';
import type { ConversionVerdict } from '../verdict';
import type { VerificationContext } from '../verification.context';
import { countsOf } from './unsigned-conversions';
import { nextLookAtViews, spendersOf } from './verify-events.service';
import { assertPresent } from '../../../present';

/** A conversion has up to 50 cases. */
const batchSize = 200;
const waitMs = { rate: 60_000, verdict: 5_000, click: 30_000 } as const;

/** The result of a batch. */
export interface JudgedConversions {
  readonly judged: readonly JudgedConversion[];
  /** Advertisers who may have come to the end of their funds and credit. */
  readonly spenders: readonly string[];
  /** True where more conversions may be due. */
  readonly isFull: boolean;
}

/** Gives verdicts to due conversions of a partition, and books what they cost, as `verifyEventBatch` does. */
export async function verifyConversionBatch(
  ctx: VerificationContext,
  partition: number,
): Promise<JudgedConversions> {
  const batch = await ctx.inTransaction((session) => judgeDueConversions(ctx, partition, session));
  ctx.creativeResults.countConversions(batch.judged.flatMap(observedCasesOf));
  ctx.creativeResults.countAccepted(batch.judged.flatMap(paidCasesOf));
  for (const advertiserId of batch.spenders) await suspendUnlessItFails(ctx, advertiserId);
  return batch;
}

/** The cases that tell how good a creative is: neither other servers' nor an advertiser's own say much of it. */
function observedCasesOf({ conversion, status }: JudgedConversion): readonly ConvertedCase[] {
  const { conversionId, advertiserId, cases } = conversion;
  if (status !== 'accepted' || conversionId === null) return [];
  return cases.filter(
    ({ peer, publisherId }) => peer === undefined && !isOnOwnSite({ advertiserId, publisherId }),
  );
}

/** The payments for such cases, confirmed clicks among them. */
function paidCasesOf({ conversion, parts }: JudgedConversion): readonly AcceptedPart[] {
  const { advertiserId, cases } = conversion;
  return parts.flatMap(({ price }, at) => {
    const one = cases[at];
    if (!one || one.peer !== undefined || isOnOwnSite({ advertiserId, ...one })) return [];
    return [{ creativeId: one.creativeId, isView: false, price }];
  });
}

async function judgeDueConversions(
  ctx: VerificationContext,
  partition: number,
  session: DatabaseSession,
): Promise<JudgedConversions> {
  const now = ctx.now();
  const store = ctx.conversionVerification;
  const due = await store.listDue(partition, { now, limit: batchSize, session });
  if (due.length === 0) return { judged: [], spenders: [], isFull: false };
  const batch = await ctx.verification.nextBatch(partition, session);
  const advertiserIds = due.map(({ advertiserId }) => advertiserId);
  const means = await listMeans(ctx, [...new Set(advertiserIds)], session);
  const counted = new Set(due.flatMap((conversion) => countsOf(conversion, false)));
  const tallies = await ctx.caseTallies.list([...counted], session);
  const lasting = await getConversionFacts(ctx, due, session);
  const { campaigns } = lasting;
  const spenders = due.map((one) => ({ ...one, budgetTime: one.occurredAt }));
  const budgets = await getSpent(ctx, spenders, { campaigns, session });
  const judge = new ConversionJudge({
    ...lasting,
    ...budgets,
    peerDays: await getPeerDays(ctx, due.flatMap(toMoments), session),
    accountHours: await lockAccountHours(ctx, [...new Set(advertiserIds)], session),
    spent: new Map([...budgets.hours].map(([id, { spent }]) => [id, spent])),
    means,
    tallies,
  });
  const inOrder = due.toSorted(inOrderOfJudging);
  const judged: JudgedConversion[] = [];
  const waiting: WaitingConversion[] = [];
  for (const conversion of inOrder) {
    const judgement = judge.judge(conversion, now);
    if ('waitsFor' in judgement) waiting.push(judgement);
    else judged.push(judgement);
  }

  const entries = new Map(
    [...Map.groupBy(judged.filter(isCharged), groupOf)].map(([group, members]) => {
      const charges = members.flatMap((member) => member.charges);
      const entry = toChargeEntry(charges, { kind: 'conversion', partition, batch, at: now });
      return [group, assertPresent(entry, 'a charge is booked')];
    }),
  );
  const entryIdOf = (one: JudgedConversion) =>
    isCharged(one)
      ? assertPresent(entries.get(groupOf(one)), 'each group of charges has an entry').id
      : null;
  const verdicts = judged.map((one): [string, ConversionVerdict] => {
    const { conversion, charges: _charges, ...rest } = one;
    return [conversion.id, { ...rest, judgedAt: now, entryId: entryIdOf(one), batch }];
  });
  await store.saveVerdicts(new Map(verdicts), session);
  await putOff(ctx, waiting, session);
  await ctx.campaignHours.spend(
    session,
    judged.map((one) => {
      const { campaignId, occurredAt } = one.conversion;
      const { from: day } = dayOfCampaign(campaigns.get(campaignId) ?? [], occurredAt);
      return { ...toSpent(one, now), day };
    }),
  );
  const earned = [...judge.peers.added].filter(([, amount]) => amount > 0n);
  await ctx.peerDays.add(
    new Map(earned.map(([day, amount]) => [day, { earned: amount }])),
    session,
  );
  await ctx.convertedCases.insert(judged.flatMap(toEarnings), session);
  await ctx.caseTallies.add(judge.added, { known: tallies, now }, session);
  await store.addGains(gainsOf(judged), session);
  await ctx.books.post([...entries.values()], session);
  await putNotices(ctx, judged, { facts: { campaigns, ...budgets }, now, session });
  const conversions = judged.map((verdict) => ({ conversion: verdict.conversion, verdict }));
  await ctx.onVerdicts({ partition, batch, events: [], conversions, corrected: [] }, session);
  const spent = judged.map(({ conversion, charge, reason }) => {
    return { advertiserId: conversion.advertiserId, charge, reason };
  });
  return { judged, spenders: spendersOf(spent, means), isFull: due.length === batchSize };
}

async function putNotices(
  ctx: VerificationContext,
  judged: readonly JudgedConversion[],
  batch: Parameters<typeof noteUsedHours>[2] & Parameters<typeof noteUsedPeriods>[2],
): Promise<void> {
  const asked = judged.flatMap(askedOfConversion);
  const notices = [
    ...noticesOfConversions(judged, batch.now),
    ...(await noteUsedHours(ctx, asked, batch)),
    ...(await noteUsedPeriods(ctx, asked, batch)),
  ];
  await ctx.notices.put(notices, batch.session);
}

async function putOff(
  { conversionVerification: store, now }: VerificationContext,
  waiting: readonly WaitingConversion[],
  session: DatabaseSession,
): Promise<void> {
  const at = now();
  for (const reason of ['rate', 'verdict', 'click'] as const)
    await store.putOff(
      waiting.filter(({ waitsFor }) => waitsFor === reason).map(({ conversion }) => conversion.id),
      new Date(at.getTime() + waitMs[reason]),
      session,
    );
  for (const { conversion } of waiting.filter(({ waitsFor }) => waitsFor === 'views'))
    await store.putOff([conversion.id], nextLookAtViews(conversion.occurredAt, at), session);
}

const isCharged = ({ charge }: JudgedConversion) => charge > 0n;

const groupOf = ({ charges: [first] }: JudgedConversion) =>
  chargeGroupOf(assertPresent(first, 'a charged conversion has charges'));

/** The spending to note: 0 for a conversion outside of its hour's budget. */
function toSpent(
  { conversion, price, parts }: JudgedConversion,
  now: Date,
): Omit<SpendChange, 'day'> {
  const { campaignId, advertiserId, occurredAt: budgetTime } = conversion;
  const [spent, peerSpent] = isInBudget(conversion)
    ? [price, spentByPeers(conversion, parts)]
    : [0n, 0n];
  const about = { campaignId, advertiserId, budgetTime, offeredAt: null, seen: 0n, views: 0n };
  return { ...about, spent, peerSpent, besideAt: now };
}

/** The servers whose cases a conversion has, with its time. */
const toMoments = ({ cases, occurredAt }: RecordedConversion) =>
  cases.flatMap(({ peer }) => (peer ? [{ peer, occurredAt }] : []));

/** The parts of other servers, for the details of their payments. */
const toEarnings = ({ conversion, parts }: JudgedConversion): readonly ConvertedCaseEarning[] =>
  conversion.cases.flatMap(({ publisherId, caseId, peer }, at) => {
    const revenue = parts[at]?.revenue ?? 0n;
    if (peer === undefined || revenue === 0n) return [];
    const { id, occurredAt } = conversion;
    return [{ id: `${id}:${at}`, publisherId, caseId, cid: peer.cid, revenue, occurredAt }];
  });

/** Counts each conversion once, however many cases share it. */
function gainsOf(judged: readonly JudgedConversion[]): readonly ConversionGain[] {
  const gains = new Map<string, ConversionGain>();
  for (const { conversion, status, price } of judged) {
    const id = conversion.conversionId;
    if (id === null || status !== 'accepted') continue;
    const { cost, occurrences } = gains.get(id) ?? { cost: 0n, occurrences: 0n };
    gains.set(id, { id, cost: cost + price, occurrences: occurrences + 1n });
  }
  return [...gains.values()];
}
