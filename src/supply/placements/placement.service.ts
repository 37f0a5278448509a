import type { PlacementContext } from './placement.context';
import { assertNoProblems, invalid } from '../../errors';
import { createId } from '../../id';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { Site } from '../sites/site.resource';
import { maxPlacementSize, type Placement } from './placement.resource';

export const defaultPlacementName = 'Default';

export interface CreatePlacementParams {
  /** 32 lower-case hex; a random one by default. Not used when the placement is there. */
  readonly id?: string;
  readonly site: Pick<Site, 'id' | 'publisherId'>;
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly name?: string;
  /** When a find needs it; absent: it is made by hand. */
  readonly foundAt?: Date;
}

/**
 * The site's placement of this size and name, made active when there is none.
 *
 * @param beforeCreate runs when there is none and nothing is wrong; what it throws leaves nothing made.
 * @throws {AppError} `VALIDATION_FAILED` for a size out of range.
 */
export async function getOrCreatePlacement(
  ctx: PlacementContext,
  params: CreatePlacementParams,
  beforeCreate?: () => Promise<void>,
): Promise<Placement> {
  const { id, site, width, height, depth = 0, name = defaultPlacementName, foundAt } = params;
  const details: Record<string, readonly string[]> = {};
  for (const [field, value, least] of [
    ['width', width, 1],
    ['height', height, 1],
    ['depth', depth, 0],
  ] as const) {
    if (!Number.isInteger(value) || value < least || value > maxPlacementSize)
      details[field] = [`must be a whole number from ${least} to ${maxPlacementSize}`];
  }
  assertNoProblems(details);
  const key = { siteId: site.id, width, height, depth, name };
  const known = await ctx.placements.findByKey(key);
  if (known) return known;
  await assertFewPlacements(ctx, site.id);
  await beforeCreate?.();
  const placement = { ...key, id: id ?? createId(ctx), publisherId: site.publisherId };
  return ctx.placements.insertOrFind(
    { ...placement, status: 'active', minimumRpm: null, popScope: null },
    foundAt,
  );
}

/**
 * @param session of the transaction that makes one more; default: none
 * @throws {AppError} `VALIDATION_FAILED` for a site that has as many placements as one may have.
 */
export async function assertFewPlacements(
  ctx: PlacementContext,
  siteId: string,
  session?: DatabaseSession,
): Promise<void> {
  const most = ctx.config.caps.placementsPerSite;
  if ((await ctx.placements.count(siteId, most, session)) >= most)
    throw invalid({ name: [`is one placement too many: a site has at most ${most}`] });
}
