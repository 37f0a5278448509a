import type { SiteContext } from './site.context';
import { assertNoProblems, invalid, notFound } from '../../errors';
import { createId, isUuid, toId } from '../../id';
import { listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { absentMembersOfNew, type GivenOf } from '../../platform/resources/resource';
import { type AdsTxtCheck, checkAdsTxt } from './ads-txt';
import type { CreativeFilter } from './creative-filter';
import type { CreativeDecisions } from './creative-decisions';
import { operatorsSiteStatuses, type Site, type SiteChanges, siteResource } from './site.resource';
import { assertFewSites, assertNotRefused } from './site.service';
import { problemsOfSite } from './site-rules';
import { oneByOne } from '../../turns';

const maxAdsTxtLength = 128 * 1024;

/** Names a site of a publisher. */
export interface OwnedSiteParams {
  readonly publisherId: string;
  /** 32 hex digits, dashed or not. */
  readonly id: string;
}

/**
 * One page of a publisher's sites that are not archived, oldest first, those that finds have made among them.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `listPage` does.
 */
export function listSites(
  ctx: SiteContext,
  { publisherId, page }: { readonly publisherId: string; readonly page: PageParams },
): Promise<Page<Site>> {
  return listPage(ctx, {
    list: `sites:${publisherId}`,
    page,
    read: (slice) => ctx.sites.readSlice(publisherId, slice),
  });
}

/** @throws {AppError} `NOT_FOUND` for another publisher's, or an archived one. */
export async function getSite(
  ctx: SiteContext,
  { publisherId, id }: OwnedSiteParams,
): Promise<Site> {
  const found = isUuid(id) ? await ctx.sites.findOwned(publisherId, toId(id)) : null;
  if (!found) throw notFound('site', id);
  return found;
}

export interface CreateOwnedSiteParams extends GivenOf<typeof siteResource> {
  readonly publisherId: string;
  /** As `hostOfUrl` returns it. */
  readonly host: string;
  readonly filtering?: CreativeFilter;
}

/**
 * Makes a site of the publisher's, pending where the operator approves sites. One that was archived is taken up again,
 * with its id and placements.
 *
 * @throws {AppError} `VALIDATION_FAILED` when the publisher has a site of this host, or as many as an account may have,
 * and for a host that the operator refuses.
 */
export async function createOwnedSite(
  ctx: SiteContext,
  params: CreateOwnedSiteParams,
): Promise<Site> {
  assertNotRefused(ctx, params.host);
  // Many at once would all find too many, and all give way.
  return oneByOne(`sites ${params.publisherId}`, () => insertOfFew(ctx, params));
}

async function insertOfFew(
  ctx: SiteContext,
  { publisherId, host, ...given }: CreateOwnedSiteParams,
): Promise<Site> {
  await assertFewSites(ctx, publisherId);
  const id = createId(ctx);
  const terms = { ...absentMembersOfNew(siteResource), ...given };
  const status = ctx.config.requiresSiteApproval ? 'pending' : terms.status;
  const site = { ...terms, status };
  const made = await ctx.sites.insertOrFind({ ...site, id, publisherId, host });
  const own = made.id === id ? made : await ctx.sites.revive(made, site);
  if (!own) throw invalid({ url: ['is of a site that you have already'] });
  // Another gateway may have made one at the same time: whoever finds too many gives way.
  await assertFewSites(ctx, publisherId, 1).catch(async (error: unknown) => {
    await ctx.sites.archiveForGood(own, ctx.now());
    throw error;
  });
  return own;
}

/**
 * Changes a site; finds go by it within 2 seconds. Host, medium and vendor stay.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` with every bad field, and for any edit
 * of a site that waits for approval or was rejected.
 */
export async function updateSite(
  ctx: SiteContext,
  { changes, ...owned }: OwnedSiteParams & { readonly changes: SiteChanges },
): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertOwn(site);
  assertNoProblems(problemsOfSite(ctx.taxonomy.current, site, changes));
  return (await ctx.sites.update(site, changes)) ?? fail(owned.id);
}

/**
 * Ends a site: it is gone from lists, and finds of its host stay empty until it is created again.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for a site that waits for approval or was
 * rejected: created again it would be rid of that.
 */
export async function archiveSite(ctx: SiteContext, owned: OwnedSiteParams): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertOwn(site);
  return (await ctx.sites.archive(site, ctx.now())) ?? fail(owned.id);
}

/**
 * Accepts or rejects creatives for a site, in force within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for more than a site may have.
 */
export async function decideOnCreatives(
  ctx: SiteContext,
  { decisions, ...owned }: OwnedSiteParams & { readonly decisions: CreativeDecisions },
): Promise<Site> {
  const site = await getSite(ctx, owned);
  const most = ctx.config.caps.decidedCreativesPerSite;
  const decided = await ctx.sites.decide(site, decisions, most);
  if (decided) return decided;
  const grown = (['accept', 'reject'] as const).filter((kind) => decisions[kind].length > 0);
  if (grown.length === 0) return fail(owned.id);
  const problem = `are too many: a site has at most ${most} that are accepted, and as many that are rejected`;
  throw invalid(Object.fromEntries(grown.map((kind) => [kind, [problem]])));
}

/**
 * Looks for this server's line in the text of a publisher's `ads.txt`. The publisher pastes it: the server asks no
 * address that a stranger chose.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for a text of more than 128 KiB.
 */
export async function checkSiteAdsTxt(
  ctx: SiteContext,
  { text, ...owned }: OwnedSiteParams & { readonly text: string },
): Promise<AdsTxtCheck> {
  const { publisherId } = await getSite(ctx, owned);
  if (text.length > maxAdsTxtLength)
    throw invalid({ text: [`must have at most ${maxAdsTxtLength} characters`] });
  return checkAdsTxt(text, { domain: new URL(ctx.publicUrl).hostname, publisherId });
}

/** @throws {AppError} `VALIDATION_FAILED` for a site that waits for approval, or was rejected. */
export function assertOwn({ status }: Site): void {
  if (operatorsSiteStatuses.includes(status))
    throw invalid({ status: [`is ${status}: the site cannot be changed`] });
}

/** Archived, or reviewed, between two steps. */
function fail(id: string): never {
  throw notFound('site', id);
}
