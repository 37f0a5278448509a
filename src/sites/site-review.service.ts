import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { messageFor } from '../validation';
import type { Site, SiteStatus } from './site';

/**
 * Lets a site that waits for it, or was rejected, show ads; within 2 seconds on every gateway.
 *
 * @param id 32 lower-case hex
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a site in any other status.
 */
export async function approveSite(ctx: ServiceContext, id: string): Promise<Site> {
  const approved = await ctx.sites.approve(id);
  if (approved) return approved;
  const site = await ctx.sites.findById(id);
  if (!site || site.status === 'archived') throw notFound(id);
  const details = { id: [`is of a site that is ${site.status}: there is nothing to approve`] };
  throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

/**
 * Ends what a site shows within 2 seconds; its publisher can neither change it nor create it anew.
 *
 * @param id 32 lower-case hex
 * @throws {AppError} `NOT_FOUND`
 */
export async function rejectSite(ctx: ServiceContext, id: string): Promise<Site> {
  const rejected = await ctx.sites.reject(id);
  if (!rejected) throw notFound(id);
  return rejected;
}

/** Sites of all publishers in one status, in the order of their ids. */
export function listSitesInStatus(
  ctx: ServiceContext,
  params: { readonly status: SiteStatus; readonly afterId: string | null; readonly limit: number },
): Promise<readonly Site[]> {
  return ctx.sites.listInStatus(params);
}

function notFound(id: string): AppError {
  return new AppError('NOT_FOUND', `site ${id} not found`);
}
