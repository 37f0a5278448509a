import type { ServiceContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { messageFor } from '../validation';
import type { Creative } from './creative';

const maxReasonLength = 500;

/**
 * Takes a creative out of serving for good, whatever its campaign is left with; the owner can read why. A second
 * rejection changes the reason.
 *
 * @param params.reason 1 to 500 characters
 * @throws {AppError} `NOT_FOUND`, `VALIDATION_FAILED`
 */
export async function rejectCreative(
  ctx: ServiceContext,
  params: { readonly id: string; readonly reason: string },
): Promise<Creative> {
  const reason = params.reason.trim();
  if (reason.length < 1 || reason.length > maxReasonLength)
    throw invalid({ reason: [`must have 1 to ${maxReasonLength} characters`] });
  const rejected = await ctx.creatives.review(params.id, {
    status: 'rejected',
    rejectionReason: reason,
  });
  if (!rejected) throw new AppError('NOT_FOUND', `creative ${params.id} not found`);
  await ctx.inventory.refresh({ campaignIds: [], creativeIds: [params.id] });
  return rejected;
}

/**
 * Gives a rejected creative back to its owner, who may start it: it is inactive.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for one that is not rejected.
 */
export async function restoreCreative(ctx: ServiceContext, id: string): Promise<Creative> {
  const restored = await ctx.creatives.update(id, 'rejected', {
    status: 'inactive',
    rejectionReason: null,
  });
  if (restored) return restored;
  if (!(await ctx.creatives.findById(id)))
    throw new AppError('NOT_FOUND', `creative ${id} not found`);
  throw invalid({ id: ['is of a creative that is not rejected'] });
}

const invalid = (details: ErrorDetails): AppError =>
  new AppError('VALIDATION_FAILED', messageFor(details), { details });
