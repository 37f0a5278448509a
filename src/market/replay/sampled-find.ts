import type { Placement } from '../../supply/placements/placement.resource';
import type { BidRequestImp } from '../serving/bid-request';
import type { VisitorFacts } from '../serving/visitor-facts';

/**
 * One placement of a find that was answered, as it is kept for forecasts: no address, no id of a visitor, nothing that
 * was shown. Only what selection asks.
 */
export interface SampledFind {
  readonly placementId: string;
  /** The types and MIME types that the placement asked for; absent: all. */
  readonly types?: readonly string[];
  readonly mimes?: readonly string[];
  /** null: not known. */
  readonly isTopFrame: boolean | null;
  readonly visitor: VisitorFacts;
  /** True for a visitor whom the server knew again. */
  readonly isTracked: boolean;
  /** Ads that the visitor had seen lately, up to `mostSeen`. */
  readonly seen: number;
  readonly refusesPeers: boolean;
  readonly isFromTag: boolean;
  /** The placements of the whole find; absent: the find had this one alone. */
  readonly page?: SampledPage;
}

/** A placement, and what it asked for. */
export type SampledPlacement = Pick<SampledFind, 'placementId' | 'types' | 'mimes' | 'isTopFrame'>;

/** Placements of one find, in their order. */
export interface SampledPage {
  /** The place of the sampled one. */
  readonly position: number;
  readonly placements: readonly SampledPlacement[];
}

/** Placements of a find that are kept: the first ones, and the sampled one. */
const mostOnPage = 8;

/** @param placements all of a find @param at the place of the sampled one @returns nothing where the find has one placement */
export function sampledPageOf(
  placements: readonly SampledPlacement[],
  at: number,
): SampledPage | undefined {
  if (placements.length < 2) return undefined;
  const kept = placements.filter((_placement, nth) => nth < mostOnPage - 1 || nth === at);
  const last = placements[mostOnPage - 1];
  if (last && kept.length < mostOnPage) kept.push(last);
  return { position: Math.min(at, mostOnPage - 1), placements: kept };
}

/** Ads seen before that change the ranking enough to be replayed. */
export const mostSeen = 3;

/** Longer texts that clients ask by name nothing that is for sale. */
const longestAsked = 64;

const isShort = (text: string): boolean => text.length <= longestAsked;

/** A placement of a find as it is kept. */
export const toSampledPlacement = ({ imp, known }: AskedPlacement): SampledPlacement => ({
  placementId: known.placement.id,
  ...(imp.types && { types: imp.types.filter(isShort) }),
  ...(imp.mimes && { mimes: imp.mimes.filter(isShort) }),
  isTopFrame: imp.isTopFrame,
});

interface AskedPlacement {
  readonly imp: Pick<BidRequestImp, 'types' | 'mimes' | 'isTopFrame'>;
  readonly known: { readonly placement: Pick<Placement, 'id'> };
}

/** Finds of one clock hour in one process. */
export interface SampledHour {
  /** Its begin. */
  readonly hour: Date;
  /** The first find of the process in that hour. */
  readonly since: Date;
  /** All finds of placements in that hour. */
  readonly finds: number;
  /** Some of the finds, in an order by lot: a first part of them is a sample, too. */
  readonly kept: readonly SampledFind[];
}

/** So long finds are kept. */
export const keptDays = 7;
