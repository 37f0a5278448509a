import { isUuid, toId } from '../id';
import type { Site } from '../supply/sites/site';
import { CommandError } from './command';

export const siteArgument = { name: 'id', description: 'id of the site' } as const;

/** @throws {CommandError} for a text that is no id. */
export function readSiteId(text: string): string {
  if (!isUuid(text)) throw new CommandError(`${text} is no id of a site: it has 32 hex digits`, 2);
  return toId(text);
}

/** A site as `--json` prints it. */
export function toSiteJson(site: Site) {
  const { id, publisherId, host, name, medium, vendor, status, claimedById } = site;
  return { id, publisherId, host, name, medium, vendor, status, claimedById };
}
