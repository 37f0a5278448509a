import type { CampaignContext } from './campaign.context';
import { usingBidStrategy } from '../bid-strategies/bid-strategy.service';
import type { Creative } from '../creatives/creative.resource';
import { AppError, assertNoProblems, notFound } from '../../errors';
import { normaliseId, requireId } from '../../id';
import { listPage } from '../../platform/lists/list.service';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Notice } from '../../platform/notices/notice';
import type { AllParams } from '../../platform/lists/all';
import { assertForgetsNothing } from '../../platform/states/state-history';
import type { Page, PageParams } from '../../platform/lists/page';
import { oneByOne } from '../../turns';
import type { Campaign } from './campaign.resource';
import { formerPricesOf } from './former-prices';
import type { AllCampaignsFilter, CampaignFilter } from './campaign-filter';
import { type CampaignChanges, mostSuspendedAtOnce } from './campaign.store';
import { type CampaignEdit, listEditProblems, toStoredChanges } from './campaign-edit.service';
import { stateChangesOf } from './campaign-state';

/** One of an advertiser's own campaigns. */
export interface OwnCampaign {
  readonly advertiserId: string;
  /** In any of the forms of an id. */
  readonly id: string;
}

/** Races that an edit may lose before it gives up. */
const maxTries = 5;

/** @throws {AppError} `NOT_FOUND` for another advertiser's. */
export async function getCampaign(
  ctx: CampaignContext,
  { advertiserId, id }: OwnCampaign,
): Promise<Campaign> {
  const campaign = await ctx.campaigns.findOwned(advertiserId, requireId('campaign', id));
  if (!campaign) throw notFound('campaign', id);
  return campaign;
}

/** Creatives of campaigns, by the campaign's id, oldest first; of none, no entry. One query. */
export async function listCreativesOf(
  ctx: CampaignContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Creative[]>> {
  const found = await ctx.creatives.listByCampaigns(campaignIds);
  return Map.groupBy(found, ({ campaignId }) => campaignId);
}

/** @throws {AppError} `VALIDATION_FAILED` like `listPage`. */
export function listCampaigns(
  ctx: CampaignContext,
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

/** Campaigns of all advertisers, in the order of their ids: for operators, without the advertisers' notes. */
export async function listAllCampaigns(
  ctx: CampaignContext,
  filter: AllCampaignsFilter,
  params: AllParams,
): Promise<readonly Campaign[]> {
  const campaigns = await ctx.campaigns.listAll(filter, params);
  return campaigns.map((campaign) => ({ ...campaign, note: null }));
}

export interface UpdateCampaignParams extends OwnCampaign {
  readonly changes: CampaignEdit;
}

/**
 * Changes a campaign; every process serves by it within 2 seconds, this one at once. The rules of active campaigns are
 * asked of one that is active after the change, whatever the change. One that becomes active, but cannot be paid, is
 * suspended at once.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` with every bad field in `details`,
 * `CONFLICT` when others change it all the time, `TOO_MANY_REQUESTS` after 1,000 changes of status, times or budget
 * within a day: events are judged by all of them.
 * @see docs/contract.md §4
 */
export function updateCampaign(
  ctx: CampaignContext,
  params: UpdateCampaignParams,
): Promise<Campaign> {
  return oneByOne(`campaign ${normaliseId(params.id)}`, () => tryToUpdate(ctx, params));
}

async function tryToUpdate(
  ctx: CampaignContext,
  { changes, ...own }: UpdateCampaignParams,
): Promise<Campaign> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const campaign = await getCampaign(ctx, own);
    const edited = toStoredChanges(campaign, changes);
    const stored = { ...edited, ...formerPricesOf(campaign, edited, ctx.now()) };
    assertNoProblems(await listEditProblems(ctx, { campaign, changes, stored }));
    if (Object.keys(stored).length === 0) return campaign;
    if (Object.keys(stateChangesOf(stored)).length > 0)
      await assertForgetsNothing(ctx.campaigns.forgetsStates(campaign.id));
    const updated = await store(ctx, campaign, stored);
    if (!updated) continue;
    await ctx.onDemandChanged({ campaignIds: [campaign.id], creativeIds: [] });
    return campaign.status === 'active' ? updated : suspendIfUnfunded(ctx, updated);
  }
  throw new AppError('CONFLICT', `campaign ${own.id} is being changed by others`);
}

/** @returns null where the campaign was changed meanwhile, or its new bid strategy was deleted. */
function store(
  ctx: CampaignContext,
  campaign: Campaign,
  changes: CampaignChanges,
): Promise<Campaign | null> {
  const { bidStrategyId: id = campaign.bidStrategyId } = changes;
  const change = (session?: DatabaseSession) =>
    ctx.campaigns.update(campaign, changes, campaign, session);
  return id === campaign.bidStrategyId ? change() : usingBidStrategy(ctx, { campaign, id, change });
}

/** @param campaign as it was just stored; the answer has it as it is then. */
export async function suspendIfUnfunded(
  ctx: CampaignContext,
  campaign: Campaign,
): Promise<Campaign> {
  if (campaign.status !== 'active') return campaign;
  if (!(await ctx.onActivated(campaign.advertiserId))) return campaign;
  await ctx.onDemandChanged({ campaignIds: [campaign.id], creativeIds: [] });
  return (await ctx.campaigns.findOwned(campaign.advertiserId, campaign.id)) ?? campaign;
}

/**
 * Deletes a campaign with its creatives: gone from every answer and from serving, here at once and elsewhere within 2
 * seconds. Statistics and payments keep it. One that was cut off is completed by the next try.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, and for one that is deleted already.
 */
export async function deleteCampaign(ctx: CampaignContext, own: OwnCampaign): Promise<void> {
  const id = requireId('campaign', own.id);
  const now = ctx.now();
  // The campaign first: without it nobody sees its creatives.
  const isDeleted = await ctx.campaigns.delete(own.advertiserId, id, now);
  const isOwn = isDeleted || (await ctx.campaigns.findById(id))?.advertiserId === own.advertiserId;
  if (!isOwn) throw notFound('campaign', own.id);
  await ctx.onDemandChanged({ campaignIds: [id], creativeIds: [] });
  const creativeIds = (await ctx.creatives.listIdsByCampaigns([id])).get(id) ?? [];
  await ctx.creatives.deleteOfCampaign(id, now);
  ctx.creativeContents.forget([...creativeIds]);
  if (!isDeleted) throw notFound('campaign', own.id);
}

/**
 * Suspends all active campaigns of an advertiser that cost money. The advertiser resumes them by another status.
 *
 * @param reason why, for the advertiser to read
 */
export async function suspendCampaigns(
  ctx: CampaignContext,
  { advertiserId, reason }: { readonly advertiserId: string; readonly reason: string },
): Promise<void> {
  for (let isFull = true; isFull; ) {
    const suspended = await ctx.inTransaction(async (session) => {
      const some = await ctx.campaigns.suspendSome(advertiserId, reason, session);
      const at = ctx.now();
      await ctx.notices.put(
        some.map(({ id: campaignId, name }): Notice => {
          const data = { campaignId, name, reason };
          return { kind: 'campaign.suspended', accountId: advertiserId, campaignId, at, data };
        }),
        session,
      );
      return some;
    });
    isFull = suspended.length === mostSuspendedAtOnce;
  }
}
