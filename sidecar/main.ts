import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { ConfigError, readRelayConfig, type RelayConfig } from './config';
import { createRelay, relayLimits, resolveBySystem } from './relay';

/** In-flight transactions end within their own limit; this is for whatever hangs nevertheless. */
const drainMs = relayLimits.totalMs + 2000;

function start(config: RelayConfig): void {
  const logger = pino({ level: config.logLevel });
  let isReady = true;
  const server = createRelay({
    nodes: config.nodes,
    now: Date.now,
    resolveHost: resolveBySystem,
    limits: relayLimits,
    isReady: () => isReady,
    onUnexpectedError: (error) => logger.error({ err: error }, 'unexpected error'),
  });

  function drain(): void {
    if (!isReady) process.exit(1);
    isReady = false;
    setTimeout(() => process.exit(1), drainMs).unref();
    server.close(() => process.exit(0));
  }

  server.on('error', (error: NodeJS.ErrnoException) => {
    stopWith(`can not listen on ${config.host}:${config.port}: ${error.code ?? error.message}`);
  });
  server.listen(config.port, config.host, () => {
    const { address, port, family } = server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    process.stdout.write(`Adgate relay is ready at http://${host}:${port}\n`);
    process.on('SIGTERM', drain);
    process.on('SIGINT', drain);
  });
}

function stopWith(message: string): never {
  process.stderr.write(`adgate relay: ${message}\n`);
  process.exit(1);
}

try {
  start(readRelayConfig());
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  stopWith(error.message);
}
