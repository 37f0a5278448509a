import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { isUnsigned } from './unsigned-conversions';
import { clickIdsOf } from './converted-peers';
import { hoursOfOffers, listPeersOf, listRates, peerTermsOf } from './batch-facts.service';
import type { ConversionBatchFacts } from './conversion-judge';
import type { VerificationContext } from '../verification.context';

/** Budgets, funds and counts: known when it is their turn. */
export type MovingConversionFacts =
  | 'hours'
  | 'accountHours'
  | 'spent'
  | 'means'
  | 'tallies'
  | 'peerDays'
  | 'periods';

/** All that conversions are judged by, except budgets, funds and counts. @param session default: none */
export async function getConversionFacts(
  ctx: VerificationContext,
  conversions: readonly RecordedConversion[],
  session?: DatabaseSession,
): Promise<Omit<ConversionBatchFacts, MovingConversionFacts>> {
  const { limits, ...terms } = ctx.config.verification;
  const distinct = (ids: readonly string[]) => [...new Set(ids)];
  const cases = conversions.flatMap((one) => one.cases);
  const eventIds = cases.flatMap(({ eventId, laterViewIds = [], peer }) => [
    ...[eventId, ...laterViewIds],
    ...clickIdsOf(peer),
  ]);
  const unsignedCases = conversions
    .filter(isUnsigned)
    .flatMap((one) => one.cases.map(({ caseId }) => caseId));
  return {
    campaigns: await ctx.campaigns.listStates(
      distinct(conversions.map(({ campaignId }) => campaignId)),
    ),
    rates: await listRates(ctx, [
      ...conversions.map(({ occurredAt }) => occurredAt),
      ...hoursOfOffers(ctx),
    ]),
    offerMinutes: ctx.config.offerMinutes,
    events: await ctx.verification.listOutcomes(distinct(eventIds), session),
    clicks: await ctx.verification.listClicks(distinct(unsignedCases), session),
    peers: await listPeersOf(ctx, cases),
    peerTerms: peerTermsOf(ctx),
    limits,
    terms,
  };
}
