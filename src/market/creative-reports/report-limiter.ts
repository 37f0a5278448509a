import { createNetworkLimiter, type NetworkLimiter } from '../../platform/limits/network-limiter';
import type { WindowLimiterOptions } from '../../platform/limits/window-limiter';

/** A page full of ads whose bytes somebody alters on their way reports each of them. */
const perNetwork = { name: 'reports', most: 300, windowMs: 60_000, isFinal: true };

/** Bounds how many reports of creatives one network may send. */
export function createReportLimiter(options: WindowLimiterOptions): NetworkLimiter {
  return createNetworkLimiter(options, perNetwork, 'too many reports');
}
