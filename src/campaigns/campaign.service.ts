import { defaultBidStrategyOf } from '../bid-strategies/bid-strategy';
import type { ServiceContext } from '../context';
import { listConversions } from '../conversions/conversion.service';
import type { Creative } from '../creatives/creative';
import {
  type CreativeFromUpload,
  createCreativesFromUploads,
} from '../creatives/creative-uploads.service';
import { AppError, type ErrorDetails } from '../errors';
import { createId, toId } from '../id';
import { listPage } from '../lists/list.service';
import type { Page, PageParams } from '../lists/page';
import { oneByOne } from '../one-by-one';
import { isDuplicateKey, messageFor } from '../validation';
import type { Campaign, CampaignFilter, CampaignStatus } from './campaign';
import { findEditProblems, toStoredChanges } from './campaign-edit.service';
import { findCreateProblems, toStatus } from './campaign-rules';
import { toStoredTargeting } from './campaign-targeting';
import type { NewCampaign } from './campaign.store';

/** What an advertiser says of a campaign. */
export interface CampaignTerms
  extends Pick<
    Campaign,
    'name' | 'landingUrl' | 'hourlyBudget' | 'maxCpc' | 'maxCpm' | 'startsAt' | 'endsAt'
  > {
  /** In any case. */
  readonly status: string;
  /** In either notation; nothing is known of its shape. */
  readonly targeting: unknown;
}

export interface CreateCampaignParams
  extends Omit<CampaignTerms, 'status'>,
    Pick<Campaign, 'advertiserId' | 'medium' | 'vendor'> {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  /** Default: a draft, which serves nothing. */
  readonly status?: string;
  /** Made of uploads, active; the uploads are used up. */
  readonly creatives?: readonly CreativeFromUpload[] | null;
}

/** One of an advertiser's own campaigns. */
export interface OwnCampaign {
  readonly advertiserId: string;
  /** In any of the forms of an id. */
  readonly id: string;
}

/** Races that an edit may lose before it gives up. */
const maxTries = 5;

/**
 * Stores a campaign with the default bid strategy of its medium and vendor, and its creatives with it: all or nothing.
 * The creatives come first, because nobody sees them without their campaign.
 *
 * @throws {AppError} `VALIDATION_FAILED` with every bad field in `details`.
 */
export async function createCampaign(
  ctx: ServiceContext,
  params: CreateCampaignParams,
): Promise<Campaign> {
  const { status = 'draft', targeting, creatives, ...terms } = params;
  assertNone(findCreateProblems({ ...params, status }, ctx) ?? {});
  return storeWithCreatives(ctx, creatives ?? [], {
    ...terms,
    id: params.id ?? createId(ctx.randomBytes(16)),
    // The rules have let it through.
    status: toStatus(status) as CampaignStatus,
    suspendedReason: null,
    ...toStoredTargeting(targeting),
    secret: createSecret(ctx),
    conversionClick: 'none',
    bidStrategyId: defaultBidStrategyOf(params).id,
  });
}

async function storeWithCreatives(
  ctx: ServiceContext,
  creatives: readonly CreativeFromUpload[],
  campaign: NewCampaign,
): Promise<Campaign> {
  const stored: Campaign[] = [];
  const nameOf = (at: number, member: string) => `creatives.${at}.${member}`;
  await createCreativesFromUploads(ctx, { campaign, creatives, nameOf }, async () => {
    stored.push(await insertOrTakeBack(ctx, campaign));
  });
  return stored[0]!;
}

/** A failed insertion may have stored it nevertheless: it must not be there without its creatives. */
async function insertOrTakeBack(ctx: ServiceContext, campaign: NewCampaign): Promise<Campaign> {
  try {
    return await ctx.campaigns.insert(campaign);
  } catch (error) {
    const { advertiserId, id } = campaign;
    // Of a duplicate key it is another one that is there.
    if (!isDuplicateKey(error)) await ctx.campaigns.delete(advertiserId, id, ctx.now());
    throw error;
  }
}

const createSecret = (ctx: ServiceContext): string => ctx.randomBytes(16).toString('base64url');

/** @throws {AppError} `NOT_FOUND` for another advertiser's. */
export async function getCampaign(
  ctx: ServiceContext,
  { advertiserId, id }: OwnCampaign,
): Promise<Campaign> {
  const campaign = await ctx.campaigns.findOwned(advertiserId, toId(id));
  if (!campaign) throw notFound(id);
  return campaign;
}

/** Creatives of campaigns, by the campaign's id, oldest first; of none, no entry. One query. */
export async function listCreativesOf(
  ctx: ServiceContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Creative[]>> {
  const found = await ctx.creatives.listByCampaigns(campaignIds);
  return Map.groupBy(found, ({ campaignId }) => campaignId);
}

/** @throws {AppError} `VALIDATION_FAILED` like `listPage`. */
export function listCampaigns(
  ctx: ServiceContext,
  params: {
    readonly advertiserId: string;
    readonly filter: CampaignFilter;
    readonly page: PageParams;
  },
): Promise<Page<Campaign>> {
  const { advertiserId, filter, page } = params;
  const { media, vendors, statuses } = filter;
  return listPage(ctx, {
    list: `campaigns:${advertiserId}:${JSON.stringify([media, vendors, statuses])}`,
    page,
    read: (slice) => ctx.campaigns.readSlice(advertiserId, filter, slice),
  });
}

/** What of a campaign to change: an absent member keeps its value. */
export interface CampaignEdit extends Partial<CampaignTerms> {
  /** In any of the forms of an id. */
  readonly bidStrategyId?: string;
}

export interface UpdateCampaignParams extends OwnCampaign {
  readonly changes: CampaignEdit;
}

/**
 * Changes a campaign; every process serves by it within 2 seconds, this one at once. The rules of active campaigns are
 * asked of one that is active after the change, whatever the change.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` with every bad field in `details`,
 * `CONFLICT` when others change it all the time.
 * @see contract 4, status
 */
export function updateCampaign(
  ctx: ServiceContext,
  params: UpdateCampaignParams,
): Promise<Campaign> {
  return oneByOne(`campaign ${toId(params.id)}`, () => tryToUpdate(ctx, params));
}

async function tryToUpdate(
  ctx: ServiceContext,
  { changes, ...own }: UpdateCampaignParams,
): Promise<Campaign> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const campaign = await getCampaign(ctx, own);
    const stored = toStoredChanges(campaign, changes);
    assertNone(await findEditProblems(ctx, { campaign, changes, stored }));
    if (Object.keys(stored).length === 0) return campaign;
    const updated = await ctx.campaigns.update(campaign.id, stored, campaign);
    if (!updated) continue;
    await ctx.inventory.refresh({ campaignIds: [campaign.id], creativeIds: [] });
    return updated;
  }
  throw new AppError('CONFLICT', `campaign ${own.id} is being changed by others`);
}

/**
 * Copies a campaign as a draft, with its creatives and conversions; the copy has a secret of its own.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's.
 */
export async function cloneCampaign(ctx: ServiceContext, own: OwnCampaign): Promise<Campaign> {
  const source = await getCampaign(ctx, own);
  const newId = () => createId(ctx.randomBytes(16));
  const [id, insertionId] = [newId(), newId()];
  const conversions = (await listConversions(ctx, [source.id])).get(source.id) ?? [];
  const copyIds = await ctx.creatives.copyAll(source.id, {
    campaignId: id,
    createId: newId,
    insertionId,
    now: ctx.now(),
  });
  try {
    for (const { cost, occurrences, createdAt, updatedAt, ...terms } of conversions)
      await ctx.conversions.insert({ ...terms, id: newId(), campaignId: id });
    const { createdAt, updatedAt, ...terms } = source;
    return await insertOrTakeBack(ctx, {
      ...terms,
      id,
      status: 'draft',
      suspendedReason: null,
      secret: createSecret(ctx),
    });
  } catch (error) {
    await ctx.creatives.discard(insertionId, copyIds);
    throw error;
  }
}

/**
 * Deletes a campaign with its creatives: gone from every answer and from serving, here at once and elsewhere within 2
 * seconds. Statistics and payments keep it.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's.
 */
export async function deleteCampaign(ctx: ServiceContext, own: OwnCampaign): Promise<void> {
  const id = toId(own.id);
  const now = ctx.now();
  // The campaign first: without it nobody sees its creatives.
  if (!(await ctx.campaigns.delete(own.advertiserId, id, now))) throw notFound(own.id);
  await ctx.inventory.refresh({ campaignIds: [id], creativeIds: [] });
  const creativeIds = (await ctx.creatives.listIdsByCampaigns([id])).get(id) ?? [];
  await ctx.creatives.deleteOfCampaign(id, now);
  ctx.creativeContents.forget([...creativeIds]);
}

/**
 * Suspends all active campaigns of an advertiser, who resumes them by another status.
 *
 * @param reason why, for the advertiser to read
 */
export async function suspendCampaigns(
  ctx: ServiceContext,
  { advertiserId, reason }: { readonly advertiserId: string; readonly reason: string },
): Promise<void> {
  await ctx.campaigns.suspendAll(advertiserId, reason);
}

function assertNone(details: ErrorDetails): void {
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function notFound(id: string): AppError {
  return new AppError('NOT_FOUND', `campaign ${id.slice(0, 64)} not found`);
}
