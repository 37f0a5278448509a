import { createNetworkLimiter, type NetworkLimiter } from '../../platform/limits/network-limiter';
import {
  createWindowLimiter,
  type WindowLimiter,
  type WindowLimiterOptions,
} from '../../platform/limits/window-limiter';
import { dayMs } from '../../time';

/** Publishers, sites and placements that one network may bring into being within a minute. */
const perNetwork = { name: 'creations', most: 600, windowMs: 60_000, isFinal: true };

/**
 * Sites without a publisher that one network may bring into being within 24 hours. All of them share one bound, which
 * strangers must not fill.
 */
const unclaimedPerNetwork = {
  name: 'unclaimed-sites',
  most: 500,
  windowMs: dayMs,
  isFinal: true,
};

/** Publishers, sites and placements, in sum, that finds of one network may bring into being within 24 hours. */
const perNetworkAndDay = {
  name: 'found-supply',
  most: 2_000,
  windowMs: dayMs,
  isFinal: true,
};

/** Bounds how much supply a network, as events have it, makes in 24 hours: a find beyond it makes none, and is answered. */
export function createFoundSupplyLimiter(options: WindowLimiterOptions): WindowLimiter {
  return createWindowLimiter(options, perNetworkAndDay);
}

/** Bounds how many publishers, sites and placements strangers can make by finds. */
export function createCreationLimiter(options: WindowLimiterOptions): NetworkLimiter {
  return createNetworkLimiter(options, perNetwork, 'too many new sites and placements');
}

/** Bounds how many unclaimed sites strangers can make by finds. */
export function createUnclaimedSiteLimiter(options: WindowLimiterOptions): NetworkLimiter {
  return createNetworkLimiter(options, unclaimedPerNetwork, 'too many new unclaimed sites');
}
