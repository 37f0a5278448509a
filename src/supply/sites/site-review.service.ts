import type { SiteContext } from './site.context';
import { invalid, notFound } from '../../errors';
import type { AllParams } from '../../platform/lists/all';
import type { AllSitesFilter } from './site-reads.store';
import type { Site } from './site.resource';

/**
 * Lets a site that waits for it, or was rejected, show ads; within 2 seconds on every gateway.
 *
 * @param id 32 lower-case hex
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a site in any other status.
 */
export async function approveSite(ctx: SiteContext, id: string): Promise<Site> {
  const site = await ctx.sites.findById(id);
  if (!site) throw notFound('site', id);
  const approved = await ctx.sites.approve(site);
  if (approved) return approved;
  const { status } = (await ctx.sites.findById(id)) ?? site;
  if (status === 'archived') throw notFound('site', id);
  throw invalid({ id: [`is of a site that is ${status}: there is nothing to approve`] });
}

/**
 * Ends what a site shows within 2 seconds; its publisher can neither change it nor create it anew.
 *
 * @param id 32 lower-case hex
 * @throws {AppError} `NOT_FOUND`
 */
export async function rejectSite(ctx: SiteContext, id: string): Promise<Site> {
  const site = await ctx.sites.findById(id);
  const rejected = site && (await ctx.sites.reject(site));
  if (!rejected) throw notFound('site', id);
  return rejected;
}

/** Sites of all publishers, archived ones too, in the order of their ids. */
export function listAllSites(
  ctx: SiteContext,
  filter: AllSitesFilter,
  params: AllParams,
): Promise<readonly Site[]> {
  return ctx.sites.listAll(filter, params);
}
