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
  const restored = await ctx.creatives.update(id, 'rejected', {
    status: 'inactive',
    rejectionReason: null,
  });
  if (restored) return restored;
  if (!(await ctx.creatives.findById(id))) throw notFound('creative', id);
  throw invalid({ id: ['is of a creative that is not rejected'] });
}

/** Creatives of all advertisers, in the order of their ids. */
export function listAllCreatives(
  ctx: CreativeContext,
  filter: AllCreativesFilter,
  params: AllParams,
): Promise<readonly Creative[]> {
  return ctx.creatives.listAll(filter, params);
}
