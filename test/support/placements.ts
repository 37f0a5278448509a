import { exampleOf } from '../../src/platform/resources/resource';
import { placementResource } from '../../src/supply/placements/placement.resource';
import type { NewPlacement } from '../../src/supply/placements/placement.store';

/** A box of 300 by 250 pixels. */
export function aPlacement(
  change: Partial<NewPlacement> & Pick<NewPlacement, 'id' | 'siteId' | 'publisherId'>,
): NewPlacement {
  const { createdAt, updatedAt, ...example } = exampleOf(placementResource);
  return { ...example, name: 'Default', width: 300, height: 250, ...change };
}
