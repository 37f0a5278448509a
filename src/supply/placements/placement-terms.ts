import type { Taxonomy } from '../../demand/taxonomy/media';
import type { ErrorDetails } from '../../errors';
import { amount, oneOf, text, textOfCharacters } from '../../input-members';
import { parserOf } from '../../validation';
import { settablePlacementStatuses } from './placement';

const terms = {
  name: textOfCharacters(255),
  status: oneOf(settablePlacementStatuses),
  minimumRpm: amount.nullable(),
};

/** A size must be one of the taxonomy's; whether the site's medium has it is seen with the site. */
export const parseNewPlacement = parserOf(
  {
    name: terms.name,
    status: terms.status.default('active'),
    minimumRpm: terms.minimumRpm.default(null),
    size: text,
  },
  ({ size }, { taxonomy }): ErrorDetails =>
    size === undefined || hasScope(taxonomy.current, size)
      ? {}
      : { size: ['is no size of the taxonomy'] },
);

function hasScope({ media }: Taxonomy, size: string): boolean {
  return media
    .flatMap((medium) => [medium, ...medium.vendors])
    .some(({ formats }) => formats.some(({ scopes }) => scopes.includes(size)));
}

export const parsePlacementChanges = parserOf({
  name: terms.name.exactOptional(),
  status: terms.status.exactOptional(),
  minimumRpm: terms.minimumRpm.exactOptional(),
});
