import type { EventContext } from './event.context';

/** Empty for a site that is gone. */
export async function readSiteHost(
  { supplyDirectory, sites }: Pick<EventContext, 'supplyDirectory' | 'sites'>,
  siteId: string,
): Promise<string> {
  const known = supplyDirectory.findSiteHost(siteId);
  return known ?? (await sites.findById(siteId))?.host ?? '';
}
