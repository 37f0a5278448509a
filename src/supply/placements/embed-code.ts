import type { Placement } from './placement.resource';

/**
 * HTML for the place of a page where the ad is to be: an element that has its room from the start, and the tag, which a
 * page needs once however many placements it has.
 *
 * @param settings attributes of the script, as HTML; default: none
 * @returns null for models: those are shown by engines, not by pages.
 * @see docs/tag.md
 */
export function formatEmbedCode(
  publicUrl: string,
  placement: Pick<Placement, 'id' | 'width' | 'height' | 'depth' | 'popScope'>,
  settings = '',
): string | null {
  const { id, width, height, depth, popScope } = placement;
  if (depth > 0) return null;
  // In a narrower column the ad is smaller, and so is its room.
  const style = `width:${width}px;max-width:100%;aspect-ratio:${width}/${height}`;
  const room = popScope === null ? `style="${style}"` : 'data-pop';
  return `<div data-adgate="${id}" ${room}></div><script async src="${publicUrl}/tag/v1.js"${settings}></script>`;
}
