import type { Amount } from '../../amount';
import type { Campaign } from '../campaigns/campaign.resource';
import { listActivationProblems } from '../campaigns/campaign-rules';
import type { ConversionContext } from './conversion.context';
import { assertNoProblems, invalid, notFound } from '../../errors';
import { createId, isUuid, requireId, toId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import { listPage, type ListParams } from '../../platform/lists/list.service';
import type { Page } from '../../platform/lists/page';
import { formatClickConversionLink } from './conversion-link';
import { problemsOfTerms } from './conversion-rules';
import {
  type Conversion,
  type ConversionChanges,
  maxConversionsPerCampaign,
  type NewConversionTerms,
} from './conversion.resource';
import type { ClickConversionMode } from './click-conversion-mode';

export interface CreateConversionParams extends NewConversionTerms {
  readonly advertiserId: string;
  readonly campaignId: string;
}

/**
 * Defines a conversion of a campaign.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` with every bad field.
 */
export async function createConversion(
  ctx: ConversionContext,
  params: CreateConversionParams,
): Promise<Conversion> {
  const { advertiserId } = params;
  const campaignId = await getOwnedCampaignId(ctx, params);
  const conversion = { ...params, campaignId, id: createId(ctx) };
  return ctx.inTransaction(async (session) => {
    // Each change of the campaign waits for the one before: none counts the same.
    if (!(await ctx.campaigns.mark({ id: campaignId, advertiserId }, session)))
      throw notFound('campaign', params.campaignId);
    if ((await ctx.conversions.countOf(campaignId, session)) >= maxConversionsPerCampaign)
      throw invalid({ campaignId: [`has ${maxConversionsPerCampaign} conversions already`] });
    return ctx.conversions.insert(conversion, session);
  });
}

export interface UpdateConversionParams {
  readonly advertiserId: string;
  readonly id: string;
  /** An absent member keeps its value. */
  readonly changes: ConversionChanges;
}

/**
 * Changes what a conversion is worth from now on; its type stays, because its link depends on that.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` with every bad field, and when an active
 * campaign would pay for nothing any more.
 */
export async function updateConversion(
  ctx: ConversionContext,
  { advertiserId, id, changes }: UpdateConversionParams,
): Promise<Conversion> {
  const own = await getConversion(ctx, { advertiserId, id });
  const updated = await keepingPaid(ctx, own, {
    valuesOf(conversion) {
      const changed = { ...conversion, ...changes };
      assertNoProblems(problemsOfTerms(changed));
      return [changed.value ?? 0n];
    },
    change: (session) => ctx.conversions.update(own.conversion.id, changes, session),
  });
  if (!updated) throw notFound('conversion', id);
  return updated;
}

/**
 * Ends a conversion: its link records nothing any more.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` when an active campaign would pay for
 * nothing any more.
 */
export async function deleteConversion(
  ctx: ConversionContext,
  { advertiserId, id }: { readonly advertiserId: string; readonly id: string },
): Promise<Conversion> {
  const own = await getConversion(ctx, { advertiserId, id });
  const deleted = await keepingPaid(ctx, own, {
    valuesOf: () => [],
    change: (session) => ctx.conversions.delete(own.conversion.id, ctx.now(), session),
  });
  if (!deleted) throw notFound('conversion', id);
  return deleted;
}

/**
 * Says how clicks of a campaign come to count.
 *
 * @returns with the link that confirms a click.
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign.
 */
export async function setClickConversion(
  ctx: ConversionContext,
  params: {
    readonly advertiserId: string;
    readonly campaignId: string;
    readonly mode: ClickConversionMode;
  },
) {
  const campaignId = await getOwnedCampaignId(ctx, params);
  const { mode } = params;
  await ctx.campaigns.update(
    { id: campaignId, advertiserId: params.advertiserId },
    { conversionClick: mode },
  );
  return { campaignId, mode, link: formatClickConversionLink(ctx.publicUrl, { campaignId, mode }) };
}

/** Conversions of campaigns, by the campaign's id, in the order of their creation; of none, no entry. One query. */
export async function listConversions(
  ctx: ConversionContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Conversion[]>> {
  if (campaignIds.length === 0) return new Map();
  const found = await ctx.conversions.listByCampaigns(campaignIds);
  return Map.groupBy(found, ({ campaignId }) => campaignId);
}

/**
 * A page of the conversions of a campaign that the caller has, oldest first.
 *
 * @throws {AppError} `VALIDATION_FAILED` like `listPage`.
 */
export function pageOfConversions(
  ctx: ConversionContext,
  params: Pick<ListParams<Conversion>, 'page' | 'readAll'> & { readonly campaignId: string },
): Promise<Page<Conversion>> {
  const { campaignId, ...rest } = params;
  return listPage(ctx, {
    ...rest,
    list: `conversions:${campaignId}`,
    read: (slice) => ctx.conversions.list(campaignId, slice),
  });
}

async function getOwnedCampaignId(
  ctx: ConversionContext,
  { advertiserId, campaignId }: { readonly advertiserId: string; readonly campaignId: string },
): Promise<string> {
  const id = isUuid(campaignId) ? toId(campaignId) : null;
  const campaign = id && (await ctx.campaigns.findOwned(advertiserId, id));
  if (!campaign) throw notFound('campaign', campaignId);
  return campaign.id;
}

/** A conversion with the campaign that it is of. */
interface OwnConversion {
  readonly conversion: Conversion;
  readonly campaign: Campaign;
}

/** One of a campaign that is deleted is gone with it. */
async function getConversion(
  ctx: ConversionContext,
  { advertiserId, id }: { readonly advertiserId: string; readonly id: string },
): Promise<OwnConversion> {
  const conversion = await ctx.conversions.findOwned(advertiserId, requireId('conversion', id));
  const campaign =
    conversion && (await ctx.campaigns.findOwned(advertiserId, conversion.campaignId));
  if (!campaign) throw notFound('conversion', id);
  return { conversion, campaign };
}

/**
 * Changes a conversion, unless its active campaign would pay for nothing any more. The campaign is marked as changed: another
 * such change waits, and an activation that has judged by what it saw before fails.
 *
 * @param step.valuesOf judges the conversion as it is then: its values after the change; none where it goes
 * @returns the result of the change; null where the conversion or the campaign is gone, too.
 */
function keepingPaid<Changed>(
  ctx: ConversionContext,
  { conversion: { id, advertiserId }, campaign }: OwnConversion,
  step: {
    readonly valuesOf: (conversion: Conversion) => readonly Amount[];
    readonly change: (session: DatabaseSession) => Promise<Changed | null>;
  },
): Promise<Changed | null> {
  return ctx.inTransaction(async (session) => {
    const marked = await ctx.campaigns.mark(campaign, session);
    const conversion = marked && (await ctx.conversions.findOwned(advertiserId, id, session));
    if (!conversion) return null;
    const values = step.valuesOf(conversion);
    await assertStaysPaid(ctx, { conversion, campaign: marked }, { values, session });
    return step.change(session);
  });
}

/** The other conversions of an active campaign, with these values changed, must still meet its minimums. */
async function assertStaysPaid(
  ctx: ConversionContext,
  { conversion, campaign }: OwnConversion,
  { values, session }: { readonly values: readonly Amount[]; readonly session: DatabaseSession },
): Promise<void> {
  if (campaign.status !== 'active') return;
  const others = (await ctx.conversions.listByCampaigns([campaign.id], session)).filter(
    ({ id }) => id !== conversion.id,
  );
  const conversionValues = [...values, ...others.map(({ value }) => value ?? 0n)];
  const has = { hasActiveCreative: true, conversionValues };
  if (listActivationProblems(campaign, ctx, has).maxCpm)
    throw invalid({
      value: ['is what keeps the campaign active: stop it first, or give it a price'],
    });
}
