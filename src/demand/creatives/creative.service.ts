import { createHash } from 'node:crypto';
import type { Campaign } from '../campaigns/campaign.resource';
import { problemOfEnd } from '../campaigns/campaign-rules';
import { digestOf } from '../contents/digest';
import { prepareContent } from '../contents/prepare-content';
import type { CreativeContext } from './creative.context';
import { AppError, invalid, notFound } from '../../errors';
import { type ListContext, listPage, type ListParams } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import type { DatabaseSession } from '../../platform/database/transaction';
import { assertForgetsNothing } from '../../platform/states/state-history';
import { createId } from '../../id';
import { reviewOfNew } from './creative-review.service';
import { findFormats } from '../taxonomy/taxonomy';
import type { Creative, CreativeTermChanges, CreativeType } from './creative.resource';
import { problemOfName } from './creative-name';
import { usualWeight } from './creative-weight';
import { keepingOneActive } from './one-active.service';
import { assertPresent } from '../../present';

export interface CreateCreativeParams {
  /** 32 lower-case hex; a random one by default. */
  readonly id?: string;
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly name: string;
  /** Default: none. */
  readonly alt?: string | null;
  /** Default: none. */
  readonly impressionPixels?: readonly string[];
  /** Default: the usual one. */
  readonly weight?: number;
  /** Default: none. */
  readonly frequencyCaps?: readonly string[] | null;
  /** Default: with its campaign. */
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
  readonly type: CreativeType;
  /** Required where the content does not tell it: html and direct. */
  readonly scope?: string;
  readonly content: Buffer;
}

/** One creative as its owner names it: of another campaign, or another's, it is as good as none. */
export interface OwnCreative {
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly id: string;
}

/**
 * Adds an active creative to a campaign from bytes at hand. Type and size are read from the content, never believed.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` when the content is not
 * what the campaign's medium and vendor take.
 */
export async function createCreative(
  ctx: CreativeContext,
  params: CreateCreativeParams,
): Promise<Creative> {
  const { advertiserId, campaignId, name, type } = params;
  const { medium, vendor } = await getOwnedCampaign(ctx, params);
  const nameProblem = problemOfName(name);
  if (nameProblem !== null) throw invalid({ name: [nameProblem] });
  const { mime, scope, bytes } = await prepareContent({
    type,
    bytes: params.content,
    scope: params.scope ?? null,
    formats: findFormats(ctx.taxonomy.current, medium, vendor) ?? [],
    documentParts: ctx.documentParts,
    workers: ctx.contentWorkers,
  });
  await ctx.contents.put([bytes]);
  const [creative] = await ctx.creatives.insert(
    await reviewOfNew(ctx, [
      {
        id: params.id ?? createId(ctx),
        campaignId,
        advertiserId,
        name,
        alt: params.alt ?? null,
        impressionPixels: params.impressionPixels ?? [],
        weight: params.weight ?? usualWeight,
        frequencyCaps: params.frequencyCaps ?? null,
        startsAt: params.startsAt ?? null,
        endsAt: params.endsAt ?? null,
        type,
        mime,
        scope,
        hash: createHash('sha1').update(bytes).digest('hex'),
        contentId: digestOf(bytes),
        byteLength: bytes.length,
      },
    ]),
    createId(ctx),
    ctx.now(),
  );
  return assertPresent(creative, 'an insertion returns each creative');
}

/** @throws {AppError} `NOT_FOUND`, also for a creative of another campaign. */
export async function getCreative(ctx: CreativeContext, params: OwnCreative): Promise<Creative> {
  const creative = await ctx.creatives.findById(params.id);
  if (creative?.campaignId !== params.campaignId || creative.advertiserId !== params.advertiserId)
    throw notFound('creative', params.id);
  return creative;
}

/**
 * A page of a campaign's creatives, oldest first.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign; what `listPage` throws.
 */
export async function listCreatives(
  ctx: CreativeContext,
  params: {
    readonly advertiserId: string;
    readonly campaignId: string;
    readonly page: PageParams;
  },
): Promise<Page<Creative>> {
  const { id } = await getOwnedCampaign(ctx, params);
  return pageOfCreatives(ctx, { campaignId: id, page: params.page });
}

/**
 * A page of the creatives of a campaign that the caller has, oldest first. Its cursors are good wherever they are listed.
 *
 * @throws {AppError} `VALIDATION_FAILED` like `listPage`.
 */
export function pageOfCreatives(
  ctx: Pick<CreativeContext, 'creatives' | keyof ListContext>,
  params: Pick<ListParams<Creative>, 'page' | 'readAll'> & { readonly campaignId: string },
): Promise<Page<Creative>> {
  const { campaignId, ...rest } = params;
  return listPage(ctx, {
    ...rest,
    list: `creatives:${campaignId}`,
    read: (slice) => ctx.creatives.list(campaignId, slice),
  });
}

/**
 * Renames a creative, gives it another text, pixels, weight, caps, times of its own, or starts, stops or parks it; every process
 * serves by it within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` when it leaves or enters `rejected`, which is the operator's to
 * decide, or is the last active creative of an active campaign; `TOO_MANY_REQUESTS` after 1,000 changes of status within
 * a day: events are judged by all of them.
 * @see docs/contract.md §4
 */
export async function updateCreative(
  ctx: CreativeContext,
  params: OwnCreative & CreativeTermChanges,
): Promise<Creative> {
  const { advertiserId, campaignId, id, ...changes } = params;
  const creative = await getCreative(ctx, { advertiserId, campaignId, id });
  const { status, startsAt, endsAt } = { ...creative, ...changes };
  const details: Record<string, readonly string[]> = {};
  // A stored name may be one that an earlier version took.
  const nameProblem = changes.name === undefined ? null : problemOfName(changes.name);
  if (nameProblem !== null) details.name = [nameProblem];
  if (status !== creative.status && [status, creative.status].includes('rejected'))
    details.status = [
      creative.status === 'rejected'
        ? 'cannot be changed: the operator has rejected the creative'
        : 'is set by the operator alone',
    ];
  const endProblem = problemOfEnd(startsAt, endsAt);
  if (endProblem !== null) details.endsAt = [endProblem];
  if (Object.keys(details).length > 0) throw invalid(details);
  if (status !== creative.status)
    await assertForgetsNothing(ctx.creatives.forgetsStates(creative.id));
  const areTimes = changes.startsAt !== undefined || changes.endsAt !== undefined;
  const seen = {
    status: creative.status,
    ...(areTimes && { startsAt: creative.startsAt, endsAt: creative.endsAt }),
  };
  const update = async (session?: DatabaseSession) => {
    const updated = await ctx.creatives.update(creative.id, seen, changes, session);
    // Somebody was faster: what we have judged by is not so any more.
    if (!updated) throw new AppError('CONFLICT', `creative ${creative.id} has just been changed`);
    return updated;
  };
  const isStopped = creative.status === 'active' && status !== 'active';
  const updated = await (isStopped ? keepingOneActive(ctx, creative, 'status', update) : update());
  await takeUp(ctx, creative);
  return updated;
}

/**
 * Deletes a creative: gone from every answer and from serving within 2 seconds; statistics and payments keep it.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for the last active creative of an active campaign;
 * `TOO_MANY_REQUESTS` as for `updateCreative`.
 */
export async function deleteCreative(ctx: CreativeContext, params: OwnCreative): Promise<void> {
  const creative = await getCreative(ctx, params);
  await assertForgetsNothing(ctx.creatives.forgetsStates(creative.id));
  const remove = async (session?: DatabaseSession) => {
    if (!(await ctx.creatives.delete(creative.id, ctx.now(), session)))
      throw notFound('creative', creative.id);
  };
  await (creative.status === 'active' ? keepingOneActive(ctx, creative, 'id', remove) : remove());
  await takeUp(ctx, creative);
}

/** Serves by a change here at once; the other processes hear of it. */
async function takeUp(ctx: CreativeContext, { id }: Creative): Promise<void> {
  ctx.creativeContents.forget([id]);
  await ctx.onDemandChanged({ campaignIds: [], creativeIds: [id] });
}

/** @throws {AppError} `NOT_FOUND` for another advertiser's campaign. */
export async function getOwnedCampaign(
  ctx: CreativeContext,
  params: { readonly advertiserId: string; readonly campaignId: string },
): Promise<Campaign> {
  const { advertiserId, campaignId } = params;
  const campaign = await ctx.campaigns.findOwned(advertiserId, campaignId);
  if (!campaign) throw notFound('campaign', campaignId);
  return campaign;
}
