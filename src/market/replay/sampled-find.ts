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
}

/** Ads seen before that change the ranking enough to be replayed. */
export const mostSeen = 3;

/** Longer texts that clients ask by name nothing that is for sale. */
const longestAsked = 64;

export const isShort = (text: string): boolean => text.length <= longestAsked;

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
