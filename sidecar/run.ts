import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import { ConfigError, type LogLevel } from './settings';

/** What a process needs to know before it listens. */
interface Listening {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LogLevel;
}

interface Process<Config extends Listening> {
  /** `relay` or `wallet`: how the process speaks of itself. */
  readonly name: string;
  /** @throws {ConfigError} */
  readConfig(): Config;
  createServer(config: Config, deps: { isReady: () => boolean; logger: Logger }): Server;
  /** Milliseconds for what is in flight to end once a stop was asked for. */
  readonly drainMs: number;
}

/** Runs a server until it is told to stop: it then finishes what it has begun, and exits with 0. */
export function runProcess<Config extends Listening>(process_: Process<Config>): void {
  try {
    listen(process_, process_.readConfig());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    stopWith(process_.name, error.message);
  }
}

function listen<Config extends Listening>(process_: Process<Config>, config: Config): void {
  const { name, drainMs } = process_;
  const logger = pino({ level: config.logLevel });
  let isReady = true;
  const server = process_.createServer(config, { isReady: () => isReady, logger });

  function drain(): void {
    if (!isReady) process.exit(1);
    isReady = false;
    setTimeout(() => process.exit(1), drainMs).unref();
    server.close(() => process.exit(0));
  }

  server.on('error', (error: NodeJS.ErrnoException) => {
    stopWith(
      name,
      `can not listen on ${config.host}:${config.port}: ${error.code ?? error.message}`,
    );
  });
  server.listen(config.port, config.host, () => {
    const { address, port, family } = server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    process.stdout.write(`Adgate ${name} is ready at http://${host}:${port}\n`);
    process.on('SIGTERM', drain);
    if (process.channel) {
      // Whoever started us stops us, or has ended; SIGINT from a terminal is for that process.
      process.on('SIGINT', () => undefined);
      process.on('disconnect', drain);
    } else {
      process.on('SIGINT', drain);
    }
  });
}

function stopWith(name: string, message: string): never {
  process.stderr.write(`adgate ${name}: ${message}\n`);
  process.exit(1);
}
