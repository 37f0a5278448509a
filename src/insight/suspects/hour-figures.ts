import { keysOf } from '../../record';
import { type Cell, addCell, emptyCell } from '../statistics/roll-ups/cell';
import { rejections } from '../statistics/facts/rejection-key';
import type { RejectionReason } from '../../money/verification/verdict';

/** The counts of a site's traffic by which an hour of it looks odd. */
export interface TrafficFigures {
  readonly views: number;
  readonly validViews: number;
  readonly validClicks: number;
  readonly measuredViews: number;
  /** Views that were refused as no people's. */
  readonly invalidViews: number;
}

/** A site's traffic in a clock hour. */
export interface HourFigures extends TrafficFigures {
  /** Accepted views of the quarter that has most of them. */
  readonly mostInQuarter: number;
}

export const noTraffic: TrafficFigures = {
  ...{ views: 0, validViews: 0, validClicks: 0, measuredViews: 0, invalidViews: 0 },
};

/** Reasons that speak of who sent a view: others, such as a spent budget, are the advertiser's affair. */
const ofTraffic: ReadonlySet<RejectionReason> = new Set([
  ...(['repeat', 'bot', 'prefetch', 'data_center', 'proxy', 'unknown_browser'] as const),
  ...(['not_offered', 'impossible_timing', 'own_traffic', 'visitor_limit'] as const),
  ...(['network_limit', 'pair_limit', 'site_limit'] as const),
]);

/** @param cells of the quarters of an hour */
export function figuresOfHour(cells: readonly (Cell | null)[]): HourFigures {
  const sum = emptyCell();
  let mostInQuarter = 0;
  for (const cell of cells)
    if (cell) {
      addCell(sum, cell);
      mostInQuarter = Math.max(mostInQuarter, cell.counts.validViews);
    }
  const { views, validViews, validClicks, measuredViews } = sum.counts;
  let invalidViews = 0;
  for (const [key, count] of sum.rejected) {
    const rejection = rejections.get(key);
    if (rejection?.kind === 'impression' && ofTraffic.has(rejection.reason)) invalidViews += count;
  }
  return { views, validViews, validClicks, measuredViews, invalidViews, mostInQuarter };
}

export function addFigures(one: TrafficFigures, other: TrafficFigures): TrafficFigures {
  const sum = { ...one };
  for (const name of keysOf(noTraffic)) sum[name] += other[name];
  return sum;
}
