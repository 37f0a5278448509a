import { type Amount, maxAmount } from '../amount';
import { findActivationProblems } from '../campaigns/campaign-rules';
import type { ServiceContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { isUuid, toId } from '../id';
import { oneByOne } from '../one-by-one';
import { isReadable, messageFor, unreadable } from '../validation';
import {
  clickConversionModes,
  type Conversion,
  type ConversionTerms,
  type ConversionType,
  conversionLimitTypes,
  conversionTypes,
  formatClickConversionLink,
  maxConversionsPerCampaign,
} from './conversion';

export interface CreateConversionParams extends ConversionTerms {
  readonly advertiserId: string;
  readonly campaignId: string;
  readonly type: ConversionType;
}

/**
 * Defines a conversion of a campaign.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` with every bad field.
 */
export async function createConversion(
  ctx: ServiceContext,
  params: CreateConversionParams,
): Promise<Conversion> {
  const campaignId = await getOwnedCampaignId(ctx, params);
  assertTerms(params);
  return oneByOne(`conversions ${campaignId}`, async () => {
    if ((await ctx.conversions.countOf(campaignId)) >= maxConversionsPerCampaign)
      throw invalid({ campaignId: [`has ${maxConversionsPerCampaign} conversions already`] });
    const id = ctx.randomBytes(16).toString('hex');
    return ctx.conversions.insert({ ...params, campaignId, id });
  });
}

export interface UpdateConversionParams {
  readonly advertiserId: string;
  readonly id: string;
  /** An absent member keeps its value. */
  readonly changes: Partial<ConversionTerms>;
}

/**
 * Changes what a conversion is worth from now on; its type stays, because its link depends on that.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` with every bad field, and when an active
 * campaign would pay for nothing any more.
 */
export async function updateConversion(
  ctx: ServiceContext,
  { advertiserId, id, changes }: UpdateConversionParams,
): Promise<Conversion> {
  const known = await ctx.conversions.findOwned(advertiserId, toId(id));
  if (!known) throw notFound(id);
  const changed = { ...known, ...changes };
  assertTerms(changed);
  await assertStaysPaid(ctx, known, [changed.value ?? 0n]);
  const updated = await ctx.conversions.update(known.id, changes);
  if (!updated) throw notFound(id);
  return updated;
}

/**
 * Ends a conversion: its link records nothing any more.
 *
 * @throws {AppError} `NOT_FOUND` for another advertiser's, `VALIDATION_FAILED` when an active campaign would pay for
 * nothing any more.
 */
export async function deleteConversion(
  ctx: ServiceContext,
  { advertiserId, id }: { readonly advertiserId: string; readonly id: string },
): Promise<Conversion> {
  const known = await ctx.conversions.findOwned(advertiserId, toId(id));
  if (known) await assertStaysPaid(ctx, known, []);
  const deleted = known && (await ctx.conversions.delete(known.id, ctx.now()));
  if (!deleted) throw notFound(id);
  return deleted;
}

/**
 * Says how clicks of a campaign come to count.
 *
 * @returns with the link that confirms a click.
 * @throws {AppError} `NOT_FOUND` for another advertiser's campaign, `VALIDATION_FAILED` for an unknown mode.
 */
export async function setClickConversion(
  ctx: ServiceContext,
  params: { readonly advertiserId: string; readonly campaignId: string; readonly mode: string },
) {
  const campaignId = await getOwnedCampaignId(ctx, params);
  const mode = clickConversionModes.find((known) => known === params.mode);
  if (!mode) throw invalid({ mode: [`must be one of ${clickConversionModes.join(', ')}`] });
  await ctx.campaigns.update(campaignId, { conversionClick: mode });
  return { campaignId, mode, link: formatClickConversionLink(ctx.publicUrl, { campaignId, mode }) };
}

/** Conversions of campaigns, by the campaign's id, in the order of their creation; of none, no entry. One query. */
export async function listConversions(
  ctx: ServiceContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Conversion[]>> {
  if (campaignIds.length === 0) return new Map();
  const found = await ctx.conversions.listByCampaigns(campaignIds);
  return Map.groupBy(found, ({ campaignId }) => campaignId);
}

async function getOwnedCampaignId(
  ctx: ServiceContext,
  { advertiserId, campaignId }: { readonly advertiserId: string; readonly campaignId: string },
): Promise<string> {
  const id = isUuid(campaignId) ? toId(campaignId) : null;
  const campaign = id && (await ctx.campaigns.findOwned(advertiserId, id));
  if (!campaign) throw new AppError('NOT_FOUND', `campaign ${campaignId.slice(0, 64)} not found`);
  return campaign.id;
}

/** What an active campaign's other conversions, and those of these values, leave must be enough for its minimums. */
async function assertStaysPaid(
  ctx: ServiceContext,
  { id, campaignId, advertiserId }: Conversion,
  values: readonly Amount[],
): Promise<void> {
  const campaign = await ctx.campaigns.findOwned(advertiserId, campaignId);
  if (campaign?.status !== 'active') return;
  const others = (await ctx.conversions.listByCampaigns([campaignId])).filter(
    (other) => other.id !== id,
  );
  const conversionValues = [...values, ...others.map(({ value }) => value ?? 0n)];
  const has = { hasActiveCreative: true, conversionValues };
  if (findActivationProblems(campaign, ctx, has).maxCpm)
    throw invalid({
      value: ['is what keeps the campaign active: stop it first, or give it a price'],
    });
}

/** @see reference facts 5.9 */
function assertTerms(terms: ConversionTerms & { readonly type: ConversionType }): void {
  const details: Record<string, readonly string[]> = {};
  const { name, eventType, value, type, limitType, isValueMutable, isRepeatable } = terms;
  const isBasic = type === 'basic';
  if (name.length < 1 || name.length > 255) details.name = ['must have 1 to 255 characters'];
  else if (!isReadable(name)) details.name = [unreadable];
  if (eventType.length < 1 || eventType.length > 50)
    details.eventType = ['must have 1 to 50 characters'];
  else if (!isReadable(eventType)) details.eventType = [unreadable];
  if (!conversionTypes.includes(type)) details.type = [`must be ${conversionTypes.join(' or ')}`];
  if (!conversionLimitTypes.includes(limitType))
    details.limitType = [`must be ${conversionLimitTypes.join(' or ')}`];
  else if (isBasic && limitType !== 'in_budget')
    details.limitType = ['must be in_budget where the type is basic'];
  if (value === null) {
    if (!isValueMutable) details.value = ['is required where the value cannot change'];
  } else if (value < 0n || value > maxAmount) details.value = ['must not be negative'];
  if (isBasic && isValueMutable)
    details.isValueMutable = ['must be false where the type is basic: anybody could name a value'];
  if (isBasic && isRepeatable) details.isRepeatable = ['must be false where the type is basic'];
  if (Object.keys(details).length > 0) throw invalid(details);
}

function invalid(details: ErrorDetails): AppError {
  return new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function notFound(id: string): AppError {
  return new AppError('NOT_FOUND', `conversion ${id.slice(0, 64)} not found`);
}
