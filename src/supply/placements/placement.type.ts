import type { Taxonomy } from '../../demand/taxonomy/media';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import type { ErrorDetails } from '../../errors';
import { connectionOf } from '../../platform/lists/connection.type';
import { kind } from '../../platform/resources/kinds';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import { placementResource } from './placement.resource';

export const PlacementType = objectTypeOf(placementResource);

/** Finds and the site's medium see to the size, too: here it must be one of the taxonomy's. */
export const CreatePlacementInput = creationInputOf(placementResource, {
  says: 'A placement to create.',
  more: {
    size: {
      is: kind.plainText,
      says: 'One of the scopes that the taxonomy has for the site’s medium and vendor, e.g. `300x250`. It cannot be changed later.',
    },
  },
  rules: ({ size }, { taxonomy }: WithTaxonomy): ErrorDetails =>
    size === undefined || hasScope(taxonomy.current, size)
      ? {}
      : { size: ['is no size of the taxonomy'] },
});

export const UpdatePlacementInput = changesInputOf(placementResource, {
  says: 'Changes of a placement. An absent member stays as it is.',
});

export const PlacementConnectionType = connectionOf('Placement', 'placements', () => PlacementType);

function hasScope({ media }: Taxonomy, size: string): boolean {
  return media
    .flatMap((medium) => [medium, ...medium.vendors])
    .some(({ formats }) => formats.some(({ scopes }) => scopes.includes(size)));
}
