import { maxAmount } from '../amount';
import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { isKnownMedium, validateTargeting } from '../taxonomy/taxonomy';
import { isHttpUrl, messageFor } from '../validation';
import type { Campaign, CampaignStatus } from './campaign';

export interface CreateCampaignParams
  extends Omit<Campaign, 'id' | 'status' | 'createdAt' | 'updatedAt'> {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
}

const maxNameLength = 255;
const maxLandingUrlLength = 1024;

/**
 * Stores a campaign as a draft: it serves nothing until its status is `active`.
 *
 * @throws {AppError} `VALIDATION_FAILED` with every bad field in `details`.
 */
export async function createCampaign(
  ctx: ServiceContext,
  params: CreateCampaignParams,
): Promise<Campaign> {
  const details = problemsOf(ctx, params);
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
  const { id = ctx.randomBytes(16).toString('hex') } = params;
  return ctx.campaigns.insert({ ...params, id, status: 'draft' });
}

/**
 * Starts, stops or parks a campaign; every process serves by it within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign; `VALIDATION_FAILED` when it becomes active
 * without an active creative or after its end, or is set to `suspended`, which only the system sets.
 * @see contract 4, status
 */
export async function setCampaignStatus(
  ctx: ServiceContext,
  params: { readonly advertiserId: string; readonly id: string; readonly status: CampaignStatus },
): Promise<Campaign> {
  const campaign = await ctx.campaigns.findOwned(params.advertiserId, params.id);
  if (!campaign) throw new AppError('NOT_FOUND', `campaign ${params.id} not found`);
  if (params.status === campaign.status) return campaign;
  const problem = await problemOfStatus(ctx, campaign, params.status);
  if (problem !== null) {
    const details = { status: [problem] };
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
  }
  const updated = await ctx.campaigns.update(campaign.id, { status: params.status });
  if (!updated) throw new AppError('NOT_FOUND', `campaign ${params.id} not found`);
  return updated;
}

async function problemOfStatus(
  ctx: ServiceContext,
  campaign: Campaign,
  status: CampaignStatus,
): Promise<string | null> {
  if (status === 'suspended') return 'is set by the system alone';
  if (status !== 'active') return null;
  if (campaign.endsAt && campaign.endsAt <= ctx.now())
    return 'cannot be active: the campaign has ended';
  const creatives = await ctx.creatives.listActive({ ids: [], campaignIds: [campaign.id] });
  return creatives.length === 0 ? 'cannot be active without an active creative' : null;
}

function problemsOf(
  { taxonomy: { current } }: ServiceContext,
  params: CreateCampaignParams,
): Record<string, readonly string[]> {
  const details: Record<string, readonly string[]> = {};
  const { name, landingUrl, medium, vendor, startsAt, endsAt } = params;
  if (name.length < 1 || name.length > maxNameLength)
    details.name = [`must have 1 to ${maxNameLength} characters`];
  if (landingUrl.length > maxLandingUrlLength || !isHttpUrl(landingUrl))
    details.landingUrl = [`must be an http(s) URL of at most ${maxLandingUrlLength} characters`];
  for (const field of ['hourlyBudget', 'maxCpc', 'maxCpm'] as const) {
    const amount = params[field];
    if (amount !== null && (amount < 0n || amount > maxAmount))
      details[field] = ['must not be negative'];
  }
  if (endsAt && endsAt < startsAt) details.endsAt = ['must not be before the start'];
  if (!isKnownMedium(current, medium, vendor))
    details.medium = ['medium and vendor are not known together'];
  else Object.assign(details, validateTargeting(current, params, params.targeting, 'targeting'));
  return details;
}
