import type { SiteContext } from '../sites/site.context';
import type { PlacementStore } from './placement.store';

/** The services of placements need this of the context: a placement belongs to a site. */
export interface PlacementContext extends SiteContext {
  readonly placements: PlacementStore;
}
