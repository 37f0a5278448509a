import type { Amount } from '../amount';
import { problemOfBidStrategy } from '../bid-strategies/bid-strategy.service';
import type { ServiceContext } from '../context';
import { listConversions } from '../conversions/conversion.service';
import type { ErrorDetails } from '../errors';
import { toId } from '../id';
import { validateTargeting } from '../taxonomy/taxonomy';
import type { Campaign } from './campaign';
import {
  findActivationProblems,
  findChangeProblems,
  problemOfEnd,
  systemStatus,
  toStatus,
} from './campaign-rules';
import { toStoredTargeting } from './campaign-targeting';
import type { CampaignEdit } from './campaign.service';
import type { CampaignChanges } from './campaign.store';

/** What is wrong with an edit of this campaign: all at once, but for what cannot be looked at before something else is right. */
export async function findEditProblems(
  ctx: ServiceContext,
  edit: {
    readonly campaign: Campaign;
    readonly changes: CampaignEdit;
    readonly stored: CampaignChanges;
  },
): Promise<ErrorDetails> {
  const { campaign, changes, stored } = edit;
  const merged = { ...campaign, ...stored };
  const details: Record<string, readonly string[]> = {
    ...validateTargeting(ctx.taxonomy.current, campaign, changes.targeting, 'targeting'),
    ...findChangeProblems(changes),
  };
  if (stored.status === 'suspended') details.status = [systemStatus];
  const end = problemOfEnd(merged.startsAt, merged.endsAt);
  if (end) details[changes.endsAt === undefined ? 'startsAt' : 'endsAt'] ??= [end];
  if (stored.bidStrategyId !== undefined && !details.bidStrategyId) {
    const problem = await problemOfBidStrategy(ctx, campaign, stored.bidStrategyId);
    if (problem) details.bidStrategyId = [problem];
  }
  if (merged.status !== 'active' || Object.keys(stored).length === 0) return details;
  const [hasActiveCreative, conversionValues] = await Promise.all([
    ctx.creatives.hasActive(campaign.id),
    listConversionValues(ctx, merged),
  ]);
  const has = { hasActiveCreative, conversionValues };
  return { ...findActivationProblems(merged, ctx, has), ...details };
}

/** Asked for where the price hangs on them alone. */
async function listConversionValues(
  ctx: ServiceContext,
  { id, maxCpm, maxCpc }: Pick<Campaign, 'id' | 'maxCpm' | 'maxCpc'>,
): Promise<readonly Amount[]> {
  if (maxCpm !== 0n || (maxCpc ?? 0n) > 0n) return [];
  const conversions = (await listConversions(ctx, [id])).get(id) ?? [];
  return conversions.map(({ value }) => value ?? 0n);
}

/** What an edit writes: nothing of it has been checked. */
export function toStoredChanges(
  campaign: Campaign,
  { status: sentStatus, targeting, bidStrategyId, ...rest }: CampaignEdit,
): CampaignChanges {
  const given = Object.entries<unknown>(rest).filter(([, value]) => value !== undefined);
  const status = toStatus(sentStatus);
  return {
    ...(Object.fromEntries(given) as CampaignChanges),
    ...(status !== null && status !== campaign.status && { status, suspendedReason: null }),
    ...(targeting !== undefined && toStoredTargeting(targeting)),
    ...(typeof bidStrategyId === 'string' && { bidStrategyId: toId(bidStrategyId) }),
  };
}
