import type { DatabaseSession } from '../../platform/database/transaction';
import { hourTallyIdOf } from '../budgets/hour-tally';
import { findMeans, findRates, findSpent } from './batch-facts.service';
import { chargeGroupOf, toChargeEntry } from './charge-entry';
import {
  createConversionJudge,
  type JudgedConversion,
  type WaitingConversion,
} from './conversion-judge';
import type { ConversionGain } from './conversion-verification.store';
import type { Verdict } from './verdict';
import type { VerificationContext } from './verification.context';

/** With up to 50 cases each. */
const batchSize = 200;
const waitMs = { rate: 60_000, verdict: 5_000 } as const;

/** What a batch has come to. */
export interface JudgedConversions {
  readonly judged: readonly JudgedConversion[];
  /** Whether more may be due. */
  readonly isFull: boolean;
}

/** Gives verdicts to due conversions of a partition, and books what they cost, as `verifyEventBatch` does. */
export function verifyConversionBatch(
  ctx: VerificationContext,
  partition: number,
): Promise<JudgedConversions> {
  return ctx.inTransaction((session) => judgeDueConversions(ctx, partition, session));
}

async function judgeDueConversions(
  ctx: VerificationContext,
  partition: number,
  session: DatabaseSession,
): Promise<JudgedConversions> {
  const now = ctx.now();
  const store = ctx.conversionVerification;
  const due = await store.listDue(partition, { now, limit: batchSize, session });
  if (due.length === 0) return { judged: [], isFull: false };
  const batch = await ctx.verification.nextBatch(partition, session);
  const distinct = (ids: readonly string[]) => [...new Set(ids)];
  const { limits: _limits, ...terms } = ctx.config.verification;
  const times = due.map(({ occurredAt }) => occurredAt);
  const hours = due.map(({ campaignId, occurredAt }) => hourTallyIdOf(campaignId, occurredAt));
  const eventIds = due.flatMap(({ cases }) => cases.map(({ eventId }) => eventId));
  const advertiserIds = distinct(due.map(({ advertiserId }) => advertiserId));
  const judge = createConversionJudge({
    campaigns: await ctx.campaigns.listStates(distinct(due.map(({ campaignId }) => campaignId))),
    rates: await findRates(ctx, times),
    events: await ctx.verification.listOutcomes(distinct(eventIds), session),
    spent: await findSpent(ctx, distinct(hours), session),
    means: await findMeans(ctx, advertiserIds, session),
    terms,
  });
  const inOrder = due.toSorted(
    (one, other) => one.occurredAt.getTime() - other.occurredAt.getTime(),
  );
  const judged: JudgedConversion[] = [];
  const waiting: WaitingConversion[] = [];
  for (const conversion of inOrder) {
    const judgement = judge(conversion);
    if ('waitsFor' in judgement) waiting.push(judgement);
    else judged.push(judgement);
  }

  const entries = new Map(
    [...Map.groupBy(judged.filter(isCharged), ({ charges }) => chargeGroupOf(charges[0]!))].map(
      ([group, members]) => {
        const charges = members.flatMap((member) => member.charges);
        return [group, toChargeEntry(charges, { kind: 'conversion', partition, batch, at: now })!];
      },
    ),
  );
  const entryIdOf = (one: JudgedConversion) =>
    isCharged(one) ? entries.get(chargeGroupOf(one.charges[0]!))!.id : null;
  const verdicts = judged.map((one): [string, Verdict] => {
    const { conversion, charges: _charges, ...rest } = one;
    return [conversion.id, { ...rest, judgedAt: now, entryId: entryIdOf(one), batch }];
  });
  await store.saveVerdicts(new Map(verdicts), session);
  for (const reason of ['rate', 'verdict'] as const)
    await store.putOff(
      waiting.filter(({ waitsFor }) => waitsFor === reason).map(({ conversion }) => conversion.id),
      new Date(now.getTime() + waitMs[reason]),
      session,
    );
  await ctx.campaignHours.spend(session, judged.map(toSpent));
  await store.addGains(gainsOf(judged), session);
  await ctx.books.post([...entries.values()], session);
  return { judged, isFull: due.length === batchSize };
}

const isCharged = ({ charge }: JudgedConversion) => charge > 0n;

/** Only what is in budget takes of it. */
function toSpent({ conversion, price }: JudgedConversion) {
  const { campaignId, advertiserId, occurredAt, limitType } = conversion;
  const spent = limitType === 'in_budget' ? price : 0n;
  return { campaignId, advertiserId, occurredAt, spent, offeredAt: null, seen: 0n };
}

/** One occurrence each, however many cases share it. */
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
