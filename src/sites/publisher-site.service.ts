import type { ServiceContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { isUuid, toId } from '../id';
import { listPage } from '../lists/list.service';
import type { Page, PageParams } from '../lists/page';
import { findMedium } from '../taxonomy/taxonomy';
import { messageFor } from '../validation';
import { type AdsTxtCheck, checkAdsTxt } from './ads-txt';
import {
  type CreativeDecisions,
  maxDecidedCreatives,
  operatorsSiteStatuses,
  type Site,
  type SiteTerms,
} from './site';
import { hostOfUrl, newSite } from './site.service';
import { problemsOfDecisions, problemsOfSite } from './site-terms';

const maxUrlLength = 1024;
const maxAdsTxtLength = 128 * 1024;

/** Whose site, and which. */
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
  ctx: ServiceContext,
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
  ctx: ServiceContext,
  { publisherId, id }: OwnedSiteParams,
): Promise<Site> {
  const found = isUuid(id) ? await ctx.sites.findOwned(publisherId, toId(id)) : null;
  if (!found) throw notFound(id);
  return found;
}

export interface CreateOwnedSiteParams extends SiteTerms {
  readonly publisherId: string;
  /** Bare http(s) origin of at most 1024 characters: no path, port, query or credentials. */
  readonly url: string;
  readonly medium: string;
  readonly vendor: string | null;
}

/**
 * Makes a site of the publisher's, pending where the operator approves sites. One that was archived is taken up again,
 * with its id and placements.
 *
 * @throws {AppError} `VALIDATION_FAILED` with every bad field, also when the publisher has a site of this host.
 */
export async function createOwnedSite(
  ctx: ServiceContext,
  { publisherId, url, medium, vendor, ...terms }: CreateOwnedSiteParams,
): Promise<Site> {
  const taxonomy = ctx.taxonomy.current;
  const facts = findMedium(taxonomy, medium, vendor);
  const host = hostOfOrigin(url);
  const details: Record<string, readonly string[]> = {
    ...problemsOfSite(taxonomy, { medium, vendor }, terms),
  };
  const form = facts && 'hostForm' in facts ? facts.hostForm : null;
  if (host === null)
    details.url = [`must be an http(s) origin such as https://blog.example, without port and path`];
  else if (form?.test(host) === false) details.url = [`must be of ${facts!.label}`];
  if (!facts) {
    const isVendor = findMedium(taxonomy, medium, null) !== null;
    details[isVendor ? 'vendor' : 'medium'] = [
      isVendor ? `is not known of ${medium}` : 'is not known',
    ];
  }
  assertNone(details);
  const id = ctx.randomBytes(16).toString('hex');
  const status = ctx.config.requiresSiteApproval ? 'pending' : terms.status;
  const site = { ...newSite, ...terms, status, medium, vendor };
  // Without a host there is a problem with the URL.
  const made = await ctx.sites.insertOrFind({ ...site, id, publisherId, host: host! });
  const own = made.id === id ? made : await ctx.sites.revive(made.id, site);
  if (!own) throw invalid({ url: ['is of a site that you have already'] });
  return own;
}

/**
 * Changes a site; finds go by it within 2 seconds. Host, medium and vendor stay.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` with every bad field, and for any edit
 * of a site that waits for approval or was rejected.
 */
export async function updateSite(
  ctx: ServiceContext,
  { changes, ...owned }: OwnedSiteParams & { readonly changes: Partial<SiteTerms> },
): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertOwn(site);
  assertNone(problemsOfSite(ctx.taxonomy.current, site, changes));
  return (await ctx.sites.update(site.id, changes)) ?? fail(owned.id);
}

/**
 * Ends a site: it is gone from lists, and finds of its host stay empty until it is created again.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for a site that waits for approval or was
 * rejected: created again it would be rid of that.
 */
export async function archiveSite(ctx: ServiceContext, owned: OwnedSiteParams): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertOwn(site);
  return (await ctx.sites.archive(site.id, ctx.now())) ?? fail(owned.id);
}

/**
 * Accepts or rejects creatives for a site, in force within 2 seconds.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for what are no ids, an id that is there
 * twice, more than 100 of a kind, and a site whose lists are full.
 */
export async function decideOnCreatives(
  ctx: ServiceContext,
  { decisions, ...owned }: OwnedSiteParams & { readonly decisions: CreativeDecisions },
): Promise<Site> {
  const site = await getSite(ctx, owned);
  assertNone(problemsOfDecisions(decisions));
  const decided = await ctx.sites.decide(site.id, {
    accept: decisions.accept.map(toId),
    reject: decisions.reject.map(toId),
    forget: decisions.forget.map(toId),
  });
  if (!decided)
    throw invalid({ accept: [`a site has at most ${maxDecidedCreatives} of each kind`] });
  return decided;
}

/**
 * Looks for this server's line in the text of a publisher's `ads.txt`. The publisher pastes it: the server asks no
 * address that a stranger chose.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` for a text of more than 128 KiB.
 */
export async function checkSiteAdsTxt(
  ctx: ServiceContext,
  { text, ...owned }: OwnedSiteParams & { readonly text: string },
): Promise<AdsTxtCheck> {
  const { publisherId } = await getSite(ctx, owned);
  if (text.length > maxAdsTxtLength)
    throw invalid({ text: [`must have at most ${maxAdsTxtLength} characters`] });
  return checkAdsTxt(text, { domain: new URL(ctx.publicUrl).hostname, publisherId });
}

/** Null for what is more, or less, than an origin. */
function hostOfOrigin(text: string): string | null {
  const isOrigin = /^https?:\/\/[^\s/?#@:\\]+\/?$|^https?:\/\/\[[0-9a-f:.]+\]\/?$/i.test(text);
  return isOrigin && text.length <= maxUrlLength ? hostOfUrl(text) : null;
}

function assertOwn({ status }: Site): void {
  if (operatorsSiteStatuses.includes(status))
    throw invalid({ status: [`is ${status}: the site cannot be changed`] });
}

function assertNone(details: ErrorDetails): void {
  if (Object.keys(details).length > 0) throw invalid(details);
}

function invalid(details: ErrorDetails): AppError {
  return new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function notFound(id: string): AppError {
  return new AppError('NOT_FOUND', `site ${id.slice(0, 64)} not found`);
}

/** Archived, or reviewed, between two steps. */
function fail(id: string): never {
  throw notFound(id);
}
