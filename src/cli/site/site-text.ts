import type { Site } from '../../supply/sites/site.resource';
import { readIdOf } from '../option-text';

export const siteArgument = {
  name: 'id',
  description: 'id of the site',
  read: readIdOf('a site'),
} as const;

/** A site as `--json` prints it. */
export function toSiteJson(site: Site) {
  const { id, publisherId, host, name, medium, vendor, status, claimedById } = site;
  return { id, publisherId, host, name, medium, vendor, status, claimedById };
}
