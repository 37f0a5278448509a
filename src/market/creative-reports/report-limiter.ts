import { createNetworkLimiter, type NetworkLimiter } from '../network-limiter';

/** A page full of ads whose bytes somebody alters on their way reports each of them. */
const reportsPerMinute = 300;

/** Bounds how many reports of creatives one network may send. */
export function createReportLimiter(): NetworkLimiter {
  return createNetworkLimiter(reportsPerMinute, 'too many reports');
}
