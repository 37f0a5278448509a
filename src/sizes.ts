/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smallest aspect agreement of box and creative that still counts as fitting; 1 is the same ratio. */
const minimumFill = 0.6;
/** A near creative may be four times as large as the box, or a quarter of it. */
const nearRange = { least: 0.25, most: 4 } as const;
const webBox = /^([1-9]\d{0,5})x([1-9]\d{0,5})$/;

/** The scope that models are made in, for placements with a depth. */
export const cubeScope = 'cube';

/** Reads `<width>x<height>`; null for every other scope (`cube`, `pop-up`, …). */
export function parseScope(scope: string): Size | null {
  const match = webBox.exec(scope);
  return match && { width: Number(match[1]), height: Number(match[2]) };
}

/** How much a creative would be enlarged to touch the box (`scale`), and how well the ratios agree. */
function fitOf(box: Size, creative: Size): { readonly scale: number; readonly fill: number } {
  const across = box.width / creative.width;
  const down = box.height / creative.height;
  const scale = Math.min(across, down);
  return { scale, fill: scale / Math.max(across, down) };
}

/**
 * Says that a video of one size may play in a box of another: at most four times larger or smaller, and nearly the same
 * ratio.
 */
export function fitsNear(box: Size, creative: Size): boolean {
  const { scale, fill } = fitOf(box, creative);
  return scale >= nearRange.least && scale <= nearRange.most && fill >= minimumFill;
}

/** Scopes by how many pixels of width and height are between each and a scope; those that are no size stand last. */
export function nearestScopes(scope: string, scopes: readonly string[]): readonly string[] {
  const size = parseScope(scope);
  if (size === null) return scopes;
  const distanceOf = (other: string) => {
    const box = parseScope(other);
    if (box === null) return Number.MAX_SAFE_INTEGER;
    return Math.abs(box.width - size.width) + Math.abs(box.height - size.height);
  };
  return scopes.toSorted((one, other) => distanceOf(one) - distanceOf(other));
}

/**
 * The scopes of a metaverse that a box of any size can show, best first: not smaller than the box in either direction,
 * as an enlarged picture is blurred, and nearly its ratio; better ratio first, among equals the largest. Scopes that are
 * no size are left out.
 * @see docs/reference-clients.md §8.4
 */
export function scopesForBox(box: Size, mediumScopes: readonly string[]): readonly string[] {
  return mediumScopes
    .flatMap((scope) => {
      const size = parseScope(scope);
      // The other way round: how many pixels of the creative a pixel of the box has.
      return size ? [{ scope, ...fitOf(size, box) }] : [];
    })
    .filter(({ scale, fill }) => scale >= 1 && fill >= minimumFill)
    .sort((one, other) => other.fill - one.fill || other.scale - one.scale)
    .map(({ scope }) => scope);
}

export interface PlacementBox extends Size {
  readonly medium: string;
  /** Above 0: a placement for three-dimensional models. */
  readonly depth?: number | undefined;
}

/**
 * The scopes of a placement that is given by its size: `cube` with a depth, on the web exactly
 * `<width>x<height>` (be there creatives of it or not), elsewhere the medium's scopes that fit the box.
 * @param mediumScopes all sizes of the medium, in the taxonomy's order
 */
export function scopesOfPlacement(
  box: PlacementBox,
  mediumScopes: readonly string[],
): readonly string[] {
  if (box.depth !== undefined && box.depth > 0) return [cubeScope];
  if (box.medium === 'web') return [`${box.width}x${box.height}`];
  return scopesForBox(box, mediumScopes);
}
