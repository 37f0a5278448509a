import type { Amount } from '../../amount';
import { problemOfBidStrategy } from '../bid-strategies/bid-strategy.service';
import type { CampaignContext } from './campaign.context';
import { listConversions } from '../conversions/conversion.service';
import type { ErrorDetails } from '../../errors';
import { validateTargeting } from '../taxonomy/taxonomy';
import type { Campaign, CampaignTermChanges } from './campaign.resource';
import { problemsOfModifiers } from './bid-modifiers';
import { problemsOfBudgets } from './campaign-budgets';
import {
  listActivationProblems,
  problemOfEnd,
  problemsOfLanding,
  systemStatus,
} from './campaign-rules';
import { toStoredTargeting } from './campaign-targeting';
import type { CampaignChanges } from './campaign.store';

/** The changes of a campaign: an absent member keeps its value. */
export interface CampaignEdit extends CampaignTermChanges {
  /** In either notation; null clears it. */
  readonly targeting?: unknown;
}

/** All problems of an edit, but for those that cannot be seen before others are solved. */
export async function listEditProblems(
  ctx: CampaignContext,
  edit: {
    readonly campaign: Campaign;
    readonly changes: CampaignEdit;
    readonly stored: CampaignChanges;
  },
): Promise<ErrorDetails> {
  const { campaign, changes, stored } = edit;
  const merged = { ...campaign, ...stored };
  const details: Record<string, readonly string[]> = {
    ...validateTargeting(
      ctx.taxonomy.current,
      { ...campaign, targeting: changes.targeting },
      'targeting',
    ),
    ...problemsOfModifiers(ctx.taxonomy.current, {
      ...campaign,
      bidModifiers: changes.bidModifiers,
    }),
    ...problemsOfBudgets(merged, changes),
  };
  if (stored.status === 'suspended') details.status = [systemStatus];
  const end = problemOfEnd(merged.startsAt, merged.endsAt);
  if (end) details[changes.endsAt === undefined ? 'startsAt' : 'endsAt'] ??= [end];
  if (stored.bidStrategyId !== undefined) {
    const problem = await problemOfBidStrategy(ctx, campaign, stored.bidStrategyId);
    if (problem) details.bidStrategyId = [problem];
  }
  if (merged.status !== 'active' || Object.keys(stored).length === 0) return details;
  const [hasActiveCreative, conversionValues] = await Promise.all([
    ctx.creatives.hasActive(campaign.id),
    listConversionValues(ctx, merged),
  ]);
  const has = { hasActiveCreative, conversionValues };
  // Other edits of a campaign that is active already go on.
  const isAsked = stored.status !== undefined || stored.landingUrl !== undefined;
  const landing = isAsked ? problemsOfLanding(merged.landingUrl, ctx) : {};
  return { ...listActivationProblems(merged, ctx, has), ...landing, ...details };
}

/** Asked for where the price hangs on them alone. */
async function listConversionValues(
  ctx: CampaignContext,
  { id, maxCpm, maxCpc }: Pick<Campaign, 'id' | 'maxCpm' | 'maxCpc'>,
): Promise<readonly Amount[]> {
  if (maxCpm !== 0n || (maxCpc ?? 0n) > 0n) return [];
  const conversions = (await listConversions(ctx, [id])).get(id) ?? [];
  return conversions.map(({ value }) => value ?? 0n);
}

/** The members that an edit writes. Its targeting is not checked against the campaign's medium yet. */
export function toStoredChanges(
  campaign: Campaign,
  { status, targeting, ...rest }: CampaignEdit,
): CampaignChanges {
  return {
    ...rest,
    ...(status !== undefined && status !== campaign.status && { status, suspendedReason: null }),
    ...(targeting !== undefined && toStoredTargeting(targeting)),
  };
}
