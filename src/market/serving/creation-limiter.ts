import { createNetworkLimiter, type NetworkLimiter } from '../network-limiter';

/** Publishers, sites and placements that one network may bring into being within a minute. */
const creationsPerMinute = 600;

/** Bounds how many publishers, sites and placements strangers can make by finds. */
export function createCreationLimiter(): NetworkLimiter {
  return createNetworkLimiter(creationsPerMinute, 'too many new sites and placements');
}
