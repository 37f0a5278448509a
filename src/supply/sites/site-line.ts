import type { Site } from './site.resource';

/** The members of a site that lists are searched and put in order by. */
export interface SiteLine extends Pick<Site, 'id' | 'name' | 'host' | 'status'> {
  /** When it was made, Unix ms. */
  readonly sequence: number;
}
