import type { SiteContext } from '../sites/site.context';
import type { PlacementStore } from './placement.store';

/** What the services of placements use of the outside: a placement is a site's. */
export interface PlacementContext extends SiteContext {
  readonly placements: PlacementStore;
}
