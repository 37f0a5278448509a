import type { ServiceContext } from '../context';
import { AppError } from '../errors';
import { messageFor } from '../validation';
import type { Site } from '../sites/site';
import type { Placement } from './placement';

/** Widest and highest box, in pixels, that a placement can have. */
export const maxPlacementSize = 16_384;
export const defaultPlacementName = 'Default';

export interface CreatePlacementParams {
  readonly site: Pick<Site, 'id' | 'publisherId'>;
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly name?: string;
}

/**
 * The site's placement of this size and name, made active when there is none.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a size out of range.
 */
export async function getOrCreatePlacement(
  ctx: ServiceContext,
  { site, width, height, depth = 0, name = defaultPlacementName }: CreatePlacementParams,
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
  return ctx.placements.findOrCreate({
    id: ctx.randomBytes(16).toString('hex'),
    siteId: site.id,
    publisherId: site.publisherId,
    name,
    status: 'active',
    width,
    height,
    depth,
  });
}
