import type { PlatformMembers } from '../../platform/platform.members';
import type { DemandMembers } from '../demand.members';
import type { CurrentTaxonomy } from './current-taxonomy';

/** Rules that look values up in the taxonomy need this of the context. */
export interface WithTaxonomy {
  /** The taxonomy in force; another one after an import. */
  readonly taxonomy: Pick<CurrentTaxonomy, 'current'>;
}

/** The stores that the services of the taxonomy need. */
export interface TaxonomyContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<DemandMembers, 'taxonomy' | 'taxonomies' | 'campaigns' | 'creatives'> {}
