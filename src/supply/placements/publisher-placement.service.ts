import type { PlacementContext } from './placement.context';
import { type AppError, invalid, notFound } from '../../errors';
import { createId, isUuid, toId } from '../../id';
import { listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import type { Site } from '../sites/site.resource';
import { assertFewPlacements } from './placement.service';
import { getSite } from '../sites/publisher-site.service';
import { findFormats } from '../../demand/taxonomy/taxonomy';
import { absentMembersOfNew, type GivenOf } from '../../platform/resources/resource';
import { isDuplicateKey } from '../../validation';
import {
  type Placement,
  type PlacementChanges,
  placementResource,
  popScopes,
} from './placement.resource';

/** Names a placement of a publisher. */
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
  ctx: PlacementContext,
  { site, page }: { readonly site: Pick<Site, 'id'>; readonly page: PageParams },
): Promise<Page<Placement>> {
  return listPage(ctx, {
    list: `placements:${site.id}`,
    page,
    read: (slice) => ctx.placements.readSlice(site.id, slice),
  });
}

/** @throws {AppError} `NOT_FOUND` for another publisher's, an archived one, or one of an archived site. */
export async function getPlacement(
  ctx: PlacementContext,
  { publisherId, id }: OwnedPlacementParams,
): Promise<Placement> {
  const found = isUuid(id) ? await ctx.placements.findOwned(publisherId, toId(id)) : null;
  if (!found || !(await ctx.sites.findOwned(publisherId, found.siteId)))
    throw notFound('placement', id);
  return found;
}

export interface CreateOwnedPlacementParams extends GivenOf<typeof placementResource> {
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
  ctx: PlacementContext,
  { publisherId, siteId, size, ...terms }: CreateOwnedPlacementParams,
): Promise<Placement> {
  const site = await getSite(ctx, { publisherId, id: siteId });
  if (!isOffered(ctx, site, size))
    throw invalid({ size: [`is no size of ${site.vendor ?? site.medium}`] });
  const placement = {
    ...absentMembersOfNew(placementResource),
    ...terms,
    ...toBox(size),
    id: createId(ctx),
    siteId: site.id,
    publisherId,
  };
  try {
    return await ctx.inTransaction(async (session) => {
      // One that a find made could be removed just now. Each change of the site waits for the one before: none counts the same.
      if (!(await ctx.sites.keepForGood(site, session))) throw notFound('site', siteId);
      await assertFewPlacements(ctx, site.id, session);
      return ctx.placements.insert(placement, session);
    });
  } catch (error) {
    throw isDuplicateKey(error) ? nameTaken() : error;
  }
}

/**
 * Changes a placement; finds go by it within 2 seconds. Its size stays.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's, `VALIDATION_FAILED` with every bad field.
 */
export async function updatePlacement(
  ctx: PlacementContext,
  { changes, ...owned }: OwnedPlacementParams & { readonly changes: PlacementChanges },
): Promise<Placement> {
  const placement = await getPlacement(ctx, owned);
  try {
    const updated = await ctx.placements.update(placement, changes);
    if (updated) return updated;
  } catch (error) {
    throw isDuplicateKey(error) ? nameTaken() : error;
  }
  throw notFound('placement', owned.id);
}

/**
 * Ends a placement: it is gone from lists and stays empty, also for finds that name its size and name.
 *
 * @throws {AppError} `NOT_FOUND` for another publisher's.
 */
export async function archivePlacement(
  ctx: PlacementContext,
  owned: OwnedPlacementParams,
): Promise<Placement> {
  const placement = await getPlacement(ctx, owned);
  const archived = await ctx.placements.archive(placement, ctx.now());
  if (!archived) throw notFound('placement', owned.id);
  return archived;
}

function isOffered(ctx: PlacementContext, { medium, vendor }: Site, size: string): boolean {
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

function nameTaken(): AppError {
  const details = { name: ['is that of another placement of this size, maybe an archived one'] };
  return invalid(details);
}
