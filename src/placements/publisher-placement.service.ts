import { type Amount, maxAmount } from '../amount';
import type { ServiceContext } from '../context';
import { AppError, type ErrorDetails } from '../errors';
import { isUuid, toId } from '../id';
import { listPage } from '../lists/list.service';
import type { Page, PageParams } from '../lists/page';
import type { Site } from '../sites/site';
import { getSite } from '../sites/publisher-site.service';
import { findFormats } from '../taxonomy/taxonomy';
import { isDuplicateKey, isReadable, messageFor, unreadable } from '../validation';
import {
  type Placement,
  type PlacementTerms,
  popScopes,
  settablePlacementStatuses,
} from './placement';

const maxNameLength = 255;

/** Whose placement, and which. */
export interface OwnedPlacementParams {
  readonly publisherId: string;
  /** 32 hex digits, dashed or not. */
  readonly id: string;
}

/**
 * One page of a site's placements that are not archived, oldest first, those that finds have made among them.
 *
 * @throws {AppError} `VALIDATION_FAILED` as `listPage` does.
 */
export function listPlacements(
  ctx: ServiceContext,
  { site, page }: { readonly site: Pick<Site, 'id'>; readonly page: PageParams },
): Promise<Page<Placement>> {
  return listPage(ctx, {
    list: `placements:${site.id}`,
    page,
    read: (slice) => ctx.placements.readSlice(site.id, slice),
  });
}

/** @throws {AppError} `NOT_FOUND` for another publisher's, or an archived one. */
export async function getPlacement(
  ctx: ServiceContext,
  { publisherId, id }: OwnedPlacementParams,
): Promise<Placement> {
  const found = isUuid(id) ? await ctx.placements.findOwned(publisherId, toId(id)) : null;
  if (!found) throw notFound(id);
  return found;
}

export interface CreateOwnedPlacementParams extends PlacementTerms {
  readonly publisherId: string;
  readonly siteId: string;
  /** A scope of the taxonomy: `<width>x<height>`, `cube`, `pop-up` or `pop-under`. */
  readonly size: string;
}

/**
 * Makes a placement on a site of the publisher's.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's site, `VALIDATION_FAILED` with every bad field, also when the
 * site has a placement of this size and name.
 */
export async function createOwnedPlacement(
  ctx: ServiceContext,
  { publisherId, siteId, size, ...terms }: CreateOwnedPlacementParams,
): Promise<Placement> {
  const site = await getSite(ctx, { publisherId, id: siteId });
  const details: Record<string, readonly string[]> = { ...problemsOfPlacement(terms) };
  if (!isOffered(ctx, site, size)) details.size = [`is no size of ${site.vendor ?? site.medium}`];
  assertNone(details);
  const made = await ctx.placements.insert({
    ...terms,
    ...toBox(size),
    id: ctx.randomBytes(16).toString('hex'),
    siteId: site.id,
    publisherId,
  });
  if (!made) throw nameTaken();
  return made;
}

/**
 * Changes a placement; finds go by it within 2 seconds. Its size stays.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` with every bad field.
 */
export async function updatePlacement(
  ctx: ServiceContext,
  { changes, ...owned }: OwnedPlacementParams & { readonly changes: Partial<PlacementTerms> },
): Promise<Placement> {
  const placement = await getPlacement(ctx, owned);
  assertNone(problemsOfPlacement(changes));
  try {
    const updated = await ctx.placements.update(placement.id, changes);
    if (updated) return updated;
  } catch (error) {
    throw isDuplicateKey(error) ? nameTaken() : error;
  }
  throw notFound(owned.id);
}

/**
 * Ends a placement: it is gone from lists and stays empty, also for finds that name its size and name.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's.
 */
export async function archivePlacement(
  ctx: ServiceContext,
  owned: OwnedPlacementParams,
): Promise<Placement> {
  const placement = await getPlacement(ctx, owned);
  const archived = await ctx.placements.archive(placement.id, ctx.now());
  if (!archived) throw notFound(owned.id);
  return archived;
}

function isOffered(ctx: ServiceContext, { medium, vendor }: Site, size: string): boolean {
  const formats = findFormats(ctx.taxonomy.current, medium, vendor) ?? [];
  return formats.some(({ scopes }) => scopes.includes(size));
}

function toBox(size: string): Pick<Placement, 'width' | 'height' | 'depth' | 'popScope'> {
  const popScope = popScopes.find((scope) => scope === size);
  if (popScope) return { width: 0, height: 0, depth: 0, popScope };
  // The other scopes of the taxonomy are `cube` and sizes.
  const [width = 1, height = 1] = size === 'cube' ? [] : size.split('x').map(Number);
  return { width, height, depth: size === 'cube' ? 1 : 0, popScope: null };
}

function problemsOfPlacement(terms: Partial<PlacementTerms>): ErrorDetails {
  const details: Record<string, readonly string[]> = {};
  const { name, status, minimumRpm } = terms;
  if (name !== undefined && (name.trim() === '' || name.length > maxNameLength))
    details.name = [`must have 1 to ${maxNameLength} characters`];
  else if (name !== undefined && !isReadable(name)) details.name = [unreadable];
  if (status !== undefined && !settablePlacementStatuses.some((settable) => settable === status))
    details.status = [`must be one of ${settablePlacementStatuses.join(', ')}`];
  if (isOutOfRange(minimumRpm)) details.minimumRpm = ['must not be negative'];
  return details;
}

function isOutOfRange(amount: Amount | null | undefined): boolean {
  return amount != null && (amount < 0n || amount > maxAmount);
}

function assertNone(details: ErrorDetails): void {
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function nameTaken(): AppError {
  const details = { name: ['is that of another placement of this size, maybe an archived one'] };
  return new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function notFound(id: string): AppError {
  return new AppError('NOT_FOUND', `placement ${id.slice(0, 64)} not found`);
}
