import { readRelayConfig } from './config';
import { httpLimits } from '../rpc/http-limits';
import { resolveBySystem } from '../node/resolve-by-system';
import { createRelay, relayLimits } from './relay';
import { runProcess } from '../rpc/run';

runProcess({
  name: 'relay',
  readConfig: readRelayConfig,
  // In-flight transactions end within their own limit; this is for whatever hangs nevertheless.
  drainMs: relayLimits.totalMs + 2000,
  createServer: ({ nodes, callsPerMinute, trustedProxies }, { isReady, logger }) =>
    createRelay({
      nodes,
      callsPerMinute,
      trustedProxies,
      now: Date.now,
      resolveHost: resolveBySystem,
      limits: relayLimits,
      httpLimits,
      isReady,
      onUnexpectedError: (error) => logger.error({ err: error }, 'unexpected error'),
    }),
});
