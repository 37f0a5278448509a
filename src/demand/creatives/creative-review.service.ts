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
  const decision = { status: 'rejected', rejectionReason: reason } as const;
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
  const changes = { status: 'inactive', rejectionReason: null } as const;
  const restored = await ctx.creatives.update(id, { status: 'rejected' }, changes);
  if (restored) return restored;
  if (!(await ctx.creatives.findById(id))) throw notFound('creative', id);
  throw invalid({ id: ['is of a creative that is not rejected'] });
}

/**
 * Says that an operator has looked at a creative's bytes, and takes all of its advertiser's with the same bytes out of the
 * queue: those that wait are served from now on. An approved creative stays as it is.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function approveCreative(ctx: CreativeContext, id: string): Promise<Creative> {
  const creative = await ctx.creatives.findById(id);
  if (!creative) throw notFound('creative', id);
  await approveAll(ctx, [creative]);
  return { ...creative, review: null };
}

/**
 * The same of several creatives; those that are gone are passed over.
 *
 * @returns how many an operator had yet to look at.
 */
export async function approveCreatives(
  ctx: CreativeContext,
  ids: readonly string[],
): Promise<number> {
  return approveAll(ctx, await ctx.creatives.listByIds(ids));
}

async function approveAll(ctx: CreativeContext, found: readonly Creative[]): Promise<number> {
  const creativeIds: string[] = [];
  for (const [advertiserId, group] of Map.groupBy(found, (creative) => creative.advertiserId)) {
    const hashes = group.map(({ hash }) => hash);
    creativeIds.push(...(await ctx.creatives.approve(advertiserId, hashes)));
  }
  if (creativeIds.length > 0) await ctx.onDemandChanged({ campaignIds: [], creativeIds });
  return creativeIds.length;
}

/**
 * Tells how each of an advertiser's new creatives begins. Bytes that none of the advertiser's other creatives was approved
 * with wait (`ADGATE_REVIEW=before`), or are served and noted as unreviewed (`after`).
 */
export async function reviewOfNew<Made extends Pick<Creative, 'advertiserId' | 'hash'>>(
  { config, creatives }: Pick<CreativeContext, 'config' | 'creatives'>,
  made: readonly Made[],
): Promise<readonly (Made & Pick<Creative, 'review' | 'isUnreviewed'>)[]> {
  const [first] = made;
  if (!first) return [];
  const waits = config.creativeReview === 'before';
  const hashes = made.map(({ hash }) => hash);
  const approved = await creatives.listApprovedHashes(first.advertiserId, hashes);
  return made.map((one) => {
    const isNew = !approved.has(one.hash);
    return { ...one, review: isNew && waits ? 'waiting' : null, isUnreviewed: isNew && !waits };
  });
}

/** Creatives of all advertisers, in the order of their ids. */
export function listAllCreatives(
  ctx: CreativeContext,
  filter: AllCreativesFilter,
  params: AllParams,
): Promise<readonly Creative[]> {
  return ctx.creatives.listAll(filter, params);
}
