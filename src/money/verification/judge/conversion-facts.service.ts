import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { isUnsigned } from './unsigned-conversions';
import { listRates } from './batch-facts.service';
import type { ConversionBatchFacts } from './conversion-judge';
import type { VerificationContext } from '../verification.context';

/** All that conversions are judged by, except budgets, funds and counts. @param session default: none */
export async function getConversionFacts(
  ctx: VerificationContext,
  conversions: readonly RecordedConversion[],
  session?: DatabaseSession,
): Promise<Omit<ConversionBatchFacts, 'spent' | 'means' | 'tallies'>> {
  const { limits, ...terms } = ctx.config.verification;
  const distinct = (ids: readonly string[]) => [...new Set(ids)];
  const eventIds = conversions.flatMap(({ cases }) => cases.map(({ eventId }) => eventId));
  const unsignedCases = conversions
    .filter(isUnsigned)
    .flatMap(({ cases }) => cases.map(({ caseId }) => caseId));
  return {
    campaigns: await ctx.campaigns.listStates(
      distinct(conversions.map(({ campaignId }) => campaignId)),
    ),
    rates: await listRates(
      ctx,
      conversions.map(({ occurredAt }) => occurredAt),
    ),
    events: await ctx.verification.listOutcomes(distinct(eventIds), session),
    clicks: await ctx.verification.listClicks(distinct(unsignedCases), session),
    limits,
    terms,
  };
}
