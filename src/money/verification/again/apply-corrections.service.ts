import type { Amount } from '../../../amount';
import { AppError } from '../../../errors';
import { partitionOf } from '../../../market/events/event';
import { assertEventsKept } from '../../../market/events/kept-events';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { JournalEntry } from '../../books/journal-entry';
import { hourOf } from '../../../hour';
import { hourTallyIdOf } from '../../budgets/hour-tally';
import { listSpent } from '../judge/batch-facts.service';
import { isPaid } from '../judge/booked-revenue';
import { chargeGroupOf, toChargeEntry } from '../judge/charge-entry';
import { isCounted } from '../judge/tally';
import type { Correction } from './correction';
import { freeMeansOf } from './free-means.service';
import { dayOfCampaign, periodLimitsOf } from '../judge/period-limit';
import { findLatestPayments, listEarners } from './prepared-payments.service';
import type { ConversionVerdict } from '../verdict';
import type { VerificationContext } from '../verification.context';
import { isNonEmpty, type NonEmpty, groupsOf } from '../../../non-empty';
import { assertPresent } from '../../../present';

/**
 * Books corrections of one advertiser's hour, at most some thousands: what was charged is taken back by new entries, and
 * what is accepted anew charged by others, in one transaction with the verdicts, budgets and counts.
 *
 * @param spentBefore USD of hours as they were when judging began, by the ids of `hourTallyIdOf`; changed with them
 * @throws {AppError} `CONFLICT` where something that they rest on is another by now; then nothing is changed.
 */
export async function applyCorrections(
  ctx: VerificationContext,
  corrections: readonly Correction[],
  spentBefore: Map<string, Amount>,
): Promise<void> {
  if (!isNonEmpty(corrections)) return;
  const [first] = corrections;
  const spent = new Map<string, Amount>();
  for (const { campaignId, budgetTime, spent: more } of corrections)
    addTo(spent, hourTallyIdOf(campaignId, budgetTime), more);
  await ctx.inTransaction(async (session) => {
    await assertEventsKept(ctx, { from: first.occurredAt }, session);
    const partition = partitionOf(first.advertiserId);
    // The verification of the partition waits meanwhile, or is done again.
    const batch = await ctx.verification.nextBatch(partition, session);
    await assertUnspent(ctx, { spent, spentBefore }, session);
    await assertUnspentPeriods(ctx, corrections, session);
    await assertCovered(ctx, corrections, session);
    await assertUnpaid(ctx, corrections, session);
    await book(ctx, corrections, { partition, batch, session });
  });
  for (const [id, more] of spent) addTo(spentBefore, id, more);
}

const changed = (what: string) =>
  new AppError(
    'CONFLICT',
    `${what} meanwhile: what was done before stays done, run it again for the rest`,
  );

/** Asserts that hours still have the budget that is left for newly accepted events. */
async function assertUnspent(
  ctx: VerificationContext,
  {
    spent,
    spentBefore,
  }: { readonly spent: ReadonlyMap<string, Amount>; readonly spentBefore: Map<string, Amount> },
  session: DatabaseSession,
): Promise<void> {
  const ids = [...spent].flatMap(([id, more]) => (more > 0n ? [id] : []));
  const found = await listSpent(ctx, ids, session);
  for (const id of ids)
    if ((found.get(id) ?? 0n) !== (spentBefore.get(id) ?? 0n))
      throw changed(`budget of the hour ${id} was spent`);
}

/** Asserts that days and whole lives still pay for what is accepted anew, beside what was taken back. */
async function assertUnspentPeriods(
  ctx: VerificationContext,
  corrections: readonly Correction[],
  session: DatabaseSession,
): Promise<void> {
  const states = await listStatesOf(ctx, corrections);
  const limits = new Map<string, { more: Amount; limit: Amount }>();
  for (const { campaignId, budgetTime, spent } of corrections)
    for (const { id, limit } of periodLimitsOf(
      campaignId,
      states.get(campaignId) ?? [],
      budgetTime,
    )) {
      const known = limits.get(id) ?? { more: 0n, limit };
      limits.set(id, {
        more: known.more + spent,
        limit: known.limit > limit ? known.limit : limit,
      });
    }
  const found = await ctx.campaignHours.periods.list([...limits.keys()], session);
  for (const [id, { more, limit }] of limits)
    if (more > 0n && (found.get(id)?.spent ?? 0n) + more > limit)
      throw changed(`the budget ${id} was spent`);
}

const listStatesOf = (ctx: VerificationContext, corrections: readonly Correction[]) =>
  ctx.campaigns.listStates([...new Set(corrections.map(({ campaignId }) => campaignId))]);

async function assertCovered(
  ctx: VerificationContext,
  corrections: NonEmpty<Correction>,
  session: DatabaseSession,
): Promise<void> {
  const { advertiserId } = corrections[0];
  const more = corrections.reduce((sum, { before, now }) => sum + now.charge - before.charge, 0n);
  if (more <= 0n) return;
  const means = await freeMeansOf(ctx, advertiserId, session);
  if (more > means) throw changed(`funds of account ${advertiserId} were spent`);
}

/** Preparing a payment changes balances that taking back changes, too: of two at once one comes second, and sees it. */
async function assertUnpaid(
  ctx: VerificationContext,
  corrections: NonEmpty<Correction>,
  session: DatabaseSession,
): Promise<void> {
  const takenBack = corrections.flatMap(({ takenBack: booked, before }) =>
    booked.map(({ publisherId, siteId, revenue }) => {
      const { judgedAt } = before;
      return { publisherIds: [publisherId], siteIds: [siteId], revenue, judgedAt };
    }),
  );
  const publisherIds = [...new Set(takenBack.flatMap((one) => one.publisherIds))];
  const hour = hourOf(corrections[0].budgetTime);
  const latestPayment = await findLatestPayments(ctx, { publisherIds, hour }, session);
  const paid = takenBack.find((one) => isPaid(latestPayment, one));
  if (paid) throw changed(`a payment to account ${paid.publisherIds[0]} was prepared`);
}

async function book(
  ctx: VerificationContext,
  corrections: readonly Correction[],
  {
    partition,
    batch,
    session,
  }: { readonly partition: number; readonly batch: number; readonly session: DatabaseSession },
): Promise<void> {
  const at = ctx.now();
  const entries: JournalEntry[] = [];
  const post = (entry: JournalEntry | null) => {
    if (entry) entries.push(entry);
    return entry?.id ?? null;
  };
  const reversed = corrections.filter(({ takenBack }) => takenBack.length > 0);
  const payees = reversed.flatMap(({ takenBack }) => takenBack.map((one) => one.publisherId));
  // From who has it by now: preparing a payment of it changes the same balance.
  const earners = await listEarners(ctx, [...new Set(payees)], session);
  for (const [reverses, ones] of groupsOf(reversed, ({ before }) => before.entryId)) {
    if (reverses === null) throw new Error(`${ones[0].id} is charged in no entry`);
    const charges = ones
      .flatMap(({ takenBack }) => takenBack)
      .map((one) => {
        const publisherId = assertPresent(
          earners.get(one.publisherId),
          'somebody has what a publisher has earned',
        );
        return { ...one, publisherId };
      });
    post(toChargeEntry(charges, { kind: 'reversal', reverses, partition, batch, at }));
  }
  const entryIds = new Map<Correction, string | null>();
  const charged = corrections.filter(({ charged: charges }) => charges.length > 0);
  for (const ones of groupsOf(charged, groupOf).values()) {
    const kind = ones[0].of === 'event' ? 'charge' : 'conversion';
    const charges = ones.flatMap((one) => one.charged);
    const id = post(toChargeEntry(charges, { kind, partition, batch, at }));
    for (const one of ones) entryIds.set(one, id);
  }
  const corrected = corrections.map((one) => {
    const { of, id, before, now } = one;
    // The place in the order of judging stays.
    const about = { judgedAt: at, entryId: entryIds.get(one) ?? null, batch: before.batch };
    const verdict: ConversionVerdict = { ...now, ...about };
    return { of, id, before, verdict };
  });
  if (!(await ctx.corrections.save(corrected, session))) throw changed('verdicts were changed');
  const states = await listStatesOf(ctx, corrections);
  await ctx.campaignHours.spend(
    session,
    corrections.map((one) => {
      const { from: day } = dayOfCampaign(states.get(one.campaignId) ?? [], one.budgetTime);
      return { ...one, day, offeredAt: null, seen: 0n, views: 0n };
    }),
  );
  await ctx.caseTallies.change(turnedCases(corrections), at, session);
  await ctx.conversionVerification.addGains(gainsOf(corrections), session);
  await ctx.books.post(entries, session);
  await ctx.notices.put(
    corrections.flatMap(({ noticesAt }) => noticesAt(at)),
    session,
  );
  await ctx.onVerdicts({ partition, batch, events: [], conversions: [], corrected }, session);
}

const groupOf = ({ of, charged }: Correction) =>
  `${of} ${chargeGroupOf(assertPresent(charged[0], 'what is grouped is charged'))}`;

/** 1 for what is accepted now, -1 for what was before. */
const turnOf = ({ before, now }: Correction) =>
  Number(now.status === 'accepted') - Number(before.status === 'accepted');
/** The same of what is counted. */
const countedTurnOf = ({ before, now }: Correction) =>
  Number(isCounted(now.reason)) - Number(isCounted(before.reason));

function turnedCases(corrections: readonly Correction[]): ReadonlyMap<string, number> {
  const turned = new Map<string, number>();
  for (const one of corrections)
    for (const key of one.tallyKeys) turned.set(key, (turned.get(key) ?? 0) + countedTurnOf(one));
  return turned;
}

function gainsOf(corrections: readonly Correction[]) {
  return corrections.flatMap((one) => {
    const { conversionId: id, before, now } = one;
    const occurrences = BigInt(turnOf(one));
    return id === null ? [] : [{ id, cost: now.price - before.price, occurrences }];
  });
}

function addTo(sums: Map<string, Amount>, id: string, more: Amount): void {
  sums.set(id, (sums.get(id) ?? 0n) + more);
}
