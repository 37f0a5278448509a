import { createNetworkLimiter, type NetworkLimiter } from '../../platform/limits/network-limiter';
import type { WindowLimiterOptions } from '../../platform/limits/window-limiter';
import { hourMs } from '../../time';

/** Limits the mails that strangers can cause. */
const perNetwork = { name: 'mails', most: 20, windowMs: hourMs, isFinal: true };

/** Bounds how many mails one network may have sent. */
export function createMailLimiter(options: WindowLimiterOptions): NetworkLimiter {
  return createNetworkLimiter(options, perNetwork, 'too many requests of this kind');
}
