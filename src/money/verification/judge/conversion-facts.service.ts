import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { listRates } from './batch-facts.service';
import type { ConversionBatchFacts } from './conversion-judge';
import type { VerificationContext } from '../verification.context';

/** All that conversions are judged by, except budgets and funds. @param session default: none */
export async function getConversionFacts(
  ctx: VerificationContext,
  conversions: readonly RecordedConversion[],
  session?: DatabaseSession,
): Promise<Omit<ConversionBatchFacts, 'spent' | 'means'>> {
  const { limits: _limits, ...terms } = ctx.config.verification;
  const distinct = (ids: readonly string[]) => [...new Set(ids)];
  const eventIds = conversions.flatMap(({ cases }) => cases.map(({ eventId }) => eventId));
  return {
    campaigns: await ctx.campaigns.listStates(
      distinct(conversions.map(({ campaignId }) => campaignId)),
    ),
    rates: await listRates(
      ctx,
      conversions.map(({ occurredAt }) => occurredAt),
    ),
    events: await ctx.verification.listOutcomes(distinct(eventIds), session),
    terms,
  };
}
