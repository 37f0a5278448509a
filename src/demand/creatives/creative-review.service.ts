import type { CreativeContext } from './creative.context';
import { invalid, notFound } from '../../errors';
import { parseReason } from '../../reason';
import type { Notice } from '../../platform/notices/notice';
import type { AllParams } from '../../platform/lists/all';
import type { AllCreativesFilter } from './creative-filter';
import type { Creative } from './creative.resource';

/**
 * Takes a creative out of serving, whatever its campaign is left with; the owner can read why. A second
 * rejection changes the reason.
 *
 * @param params.reason 1 to 500 characters
 * @throws {AppError} `NOT_FOUND`, `VALIDATION_FAILED`
 */
export async function rejectCreative(
  ctx: CreativeContext,
  params: { readonly id: string; readonly reason: string },
): Promise<Creative> {
  const reason = parseReason(params.reason);
  const decision = { status: 'rejected', rejectionReason: reason, review: null } as const;
  const rejected = await ctx.inTransaction(async (session) => {
    const creative = await ctx.creatives.review(params.id, decision, session);
    if (creative) await ctx.notices.put([noticeOfRejection(creative, reason, ctx.now())], session);
    return creative;
  });
  if (!rejected) throw notFound('creative', params.id);
  await ctx.onDemandChanged({ campaignIds: [], creativeIds: [params.id] });
  return rejected;
}

function noticeOfRejection(creative: Creative, reason: string, at: Date): Notice {
  const { id: creativeId, name, campaignId, advertiserId: accountId } = creative;
  const data = { creativeId, campaignId, name, reason };
  return { kind: 'creative.rejected', accountId, campaignId, at, data };
}

/**
 * Gives a rejected creative back to its owner, who may start it: it is inactive.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for one that is not rejected.
 */
export async function restoreCreative(ctx: CreativeContext, id: string): Promise<Creative> {
  const restored = await ctx.creatives.update(id, 'rejected', {
    status: 'inactive',
    rejectionReason: null,
  });
  if (restored) return restored;
  if (!(await ctx.creatives.findById(id))) throw notFound('creative', id);
  throw invalid({ id: ['is of a creative that is not rejected'] });
}

/**
 * Lets a creative that waits be served, and all of its advertiser's that have the same bytes. One that does not wait stays as it is.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function approveCreative(ctx: CreativeContext, id: string): Promise<Creative> {
  const creative = await ctx.creatives.findById(id);
  if (!creative) throw notFound('creative', id);
  if (creative.review === null) return creative;
  const creativeIds = await ctx.creatives.approve(creative);
  await ctx.onDemandChanged({ campaignIds: [], creativeIds });
  return { ...creative, review: null };
}

/**
 * Tells how each of an advertiser's new creatives begins: with `ADGATE_REVIEW=before` bytes wait that none of the
 * advertiser's other creatives was approved with.
 */
export async function reviewOfNew<Made extends Pick<Creative, 'advertiserId' | 'hash'>>(
  { config, creatives }: Pick<CreativeContext, 'config' | 'creatives'>,
  made: readonly Made[],
): Promise<readonly (Made & Pick<Creative, 'review'>)[]> {
  const [first] = made;
  if (config.creativeReview === 'after' || !first)
    return made.map((one) => ({ ...one, review: null }));
  const hashes = made.map(({ hash }) => hash);
  const approved = await creatives.listApprovedHashes(first.advertiserId, hashes);
  return made.map((one) => ({ ...one, review: approved.has(one.hash) ? null : 'waiting' }));
}

/** Creatives of all advertisers, in the order of their ids. */
export function listAllCreatives(
  ctx: CreativeContext,
  filter: AllCreativesFilter,
  params: AllParams,
): Promise<readonly Creative[]> {
  return ctx.creatives.listAll(filter, params);
}
