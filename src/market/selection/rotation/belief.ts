import { clickRate } from '../effective-rpm';
import type { Beta } from './beta';

/** Views, and how many of them led to what is wanted. */
export interface Observed {
  readonly views: number;
  readonly successes: number;
}

/**
 * Tells a creative's likely rates. A creative begins as if it had had one success in as many views as its campaign needs for one:
 * a new one is tried about as often as the others, and soon its own views outweigh that.
 */
export function beliefOf(own: Observed, campaign: Observed): Beta {
  const { views, successes } = campaign;
  const rate = clickRate({ impressions: views, clicks: successes });
  const failures = Math.max(own.views - own.successes, 0);
  return { alpha: 1 + own.successes, beta: Math.max(1, (1 - rate) / rate + failures) };
}
