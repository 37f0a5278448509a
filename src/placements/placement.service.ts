import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { messageFor } from '../validation';
import type { Site } from '../sites/site';
import { maxPlacementSize, type Placement } from './placement';

export const defaultPlacementName = 'Default';

export interface CreatePlacementParams {
  /** 32 lower-case hex; a random one by default. Not used when the placement is there. */
  readonly id?: string;
  readonly site: Pick<Site, 'id' | 'publisherId'>;
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly name?: string;
}

/**
 * The site's placement of this size and name, made active when there is none.
 *
 * @param beforeCreate runs when there is none and nothing is wrong; what it throws leaves nothing made.
 * @throws {AppError} `VALIDATION_FAILED` for a size out of range.
 */
export async function getOrCreatePlacement(
  ctx: ServiceContext,
  { id, site, width, height, depth = 0, name = defaultPlacementName }: CreatePlacementParams,
  beforeCreate?: () => Promise<void>,
): Promise<Placement> {
  const details: Record<string, readonly string[]> = {};
  for (const [field, value, least] of [
    ['width', width, 1],
    ['height', height, 1],
    ['depth', depth, 0],
  ] as const) {
    if (!Number.isInteger(value) || value < least || value > maxPlacementSize)
      details[field] = [`must be a whole number from ${least} to ${maxPlacementSize}`];
  }
  if (Object.keys(details).length > 0)
    throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
  const key = { siteId: site.id, width, height, depth, name };
  const known = await ctx.placements.findByKey(key);
  if (known) return known;
  await beforeCreate?.();
  return ctx.placements.insertOrFind({
    ...key,
    id: id ?? ctx.randomBytes(16).toString('hex'),
    publisherId: site.publisherId,
    status: 'active',
    minimumRpm: null,
    popScope: null,
  });
}
