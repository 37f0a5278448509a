import { createHash } from 'node:crypto';
import type { CreativeType } from '../../demand/creatives/creative.resource';
import { getOrCreatePlacement } from '../../supply/placements/placement.service';
import type { PlacementContext } from '../../supply/placements/placement.context';
import type { Placement } from '../../supply/placements/placement.resource';
import type { Site } from '../../supply/sites/site.resource';
import { getOrCreateSite } from '../../supply/sites/site.service';
import { idOfBytes } from '../../id';

/** The site as the demo makes it. Reserved names (RFC 2606): the demo works behind any host because a find says which site it is for. */
export type DemoSiteName = Pick<Site, 'host' | 'name'>;

export const gazette: DemoSiteName = { host: 'gazette.example', name: 'The Daily Gazette' };

interface Box extends Pick<Placement, 'name' | 'width' | 'height'> {
  /** Types of creatives that the page asks for there. */
  readonly types: readonly CreativeType[];
}

/**
 * The placements of the page at `/demo`, from the top; it takes the leaderboard or, on a narrow screen, the mobile banner. One
 * is for HTML alone, to show what `types` does.
 */
const boxes: readonly Box[] = [
  { name: 'Leaderboard', width: 728, height: 90, types: ['image'] },
  { name: 'Mobile banner', width: 320, height: 50, types: ['image'] },
  { name: 'Half page', width: 300, height: 600, types: ['image'] },
  { name: 'Rectangle', width: 300, height: 250, types: ['image'] },
  { name: 'Animated rectangle', width: 300, height: 250, types: ['html'] },
];

export interface DemoSite {
  readonly url: string;
  readonly name: string;
  readonly medium: Site['medium'];
  readonly placements: readonly (Box & Pick<Placement, 'id'>)[];
}

/** The id of a part of the demo: the same in every installation, so that making it twice makes it once. */
export function demoId(part: string): string {
  return idOfBytes(createHash('sha256').update(`adgate demo: ${part}`).digest().subarray(0, 16));
}

const placementIdOf = (box: string): string => demoId(`placement ${box}`);

export async function createDemoSite(
  ctx: PlacementContext,
  { host, name: siteName }: DemoSiteName = gazette,
): Promise<Site> {
  const site = await getOrCreateSite(ctx, {
    id: demoId('site'),
    publisherId: demoId('publisher'),
    host,
    name: siteName,
    status: 'active',
    medium: 'web',
    vendor: null,
    categories: ['news', 'technology'],
  });
  for (const { name, width, height } of boxes) {
    const id = placementIdOf(name);
    await getOrCreatePlacement(ctx, { id, site, name, width, height });
  }
  return site;
}

/** The site that `/demo` stands for; null where no demo data was made. */
export async function findDemoSite(ctx: PlacementContext): Promise<DemoSite | null> {
  const [site, placements] = await Promise.all([
    ctx.sites.findById(demoId('site')),
    ctx.placements.listByIds(boxes.map(({ name }) => placementIdOf(name))),
  ]);
  const byId = new Map(placements.map((placement) => [placement.id, placement]));
  const found = boxes.flatMap(({ name, types }) => {
    const placement = byId.get(placementIdOf(name));
    if (!placement) return [];
    const { id, width, height } = placement;
    return [{ id, name, width, height, types }];
  });
  if (!site || found.length < boxes.length) return null;
  return {
    url: `https://${site.host}/`,
    name: site.name,
    medium: site.medium,
    placements: found,
  };
}

/** The page, as others are told of it; null where the demo is off, or has no data. */
export async function findSamplePage(ctx: PlacementContext) {
  const site = ctx.config.hasDemo ? await findDemoSite(ctx) : null;
  if (!site) return null;
  const boxes = site.placements.map(({ width, height, types }) => ({
    size: `${width}x${height}`,
    types,
  }));
  return { url: `${ctx.publicUrl}/demo`, medium: site.medium, boxes };
}
