import type { Site } from './site.resource';

/** The members of a site that lists are searched and put in order by. */
export interface SiteLine extends Pick<Site, 'id' | 'name' | 'host' | 'status'> {
  /** Orders sites that are alike: the time when the site was made, Unix ms. */
  readonly sequence: number;
}
