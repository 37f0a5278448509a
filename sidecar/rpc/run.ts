import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pino, type Logger } from 'pino';
import { ConfigError, type LogLevel } from './settings';

/** The settings that a process needs before it listens. */
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
  /** Milliseconds that calls under way have to end after a stop was asked for. */
  readonly drainMs: number;
}

/** Milliseconds that requests have to arrive whole after a stop was asked for. */
const incompleteMs = 1000;

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
  const cutIncomplete = watchRequests(server);
  // Asked now: by the time that the server listens, whoever started us may have ended.
  const hasParent = process.channel !== undefined;

  function drain(): void {
    if (!isReady) process.exit(1);
    isReady = false;
    setTimeout(() => process.exit(1), drainMs).unref();
    setTimeout(cutIncomplete, incompleteMs).unref();
    server.close(() => process.exit(0));
  }

  server.on('error', (error: NodeJS.ErrnoException) => {
    stopWith(
      name,
      `cannot listen on ${config.host}:${config.port}: ${error.code ?? error.message}`,
    );
  });
  server.listen(config.port, config.host, () => {
    // A server that listens at a port has an address with a port.
    const { address, port, family } = server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    process.stdout.write(`Adgate ${name} is ready at http://${host}:${port}\n`);
    process.on('SIGTERM', drain);
    if (hasParent) {
      // Our parent stops us, or has ended; signals from a terminal are for the parent.
      for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
      process.on('disconnect', drain);
      if (!process.connected) drain();
    } else {
      process.on('SIGINT', drain);
    }
  });
}

/**
 * Keeps the latest request of each connection, because a closed server no longer ends slow ones.
 *
 * @returns ends every connection that has not brought a request whole
 */
function watchRequests(server: Server): () => void {
  const latest = new Map<Socket, IncomingMessage | null>();
  server.on('connection', (socket) => {
    latest.set(socket, null);
    socket.once('close', () => latest.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    latest.set(socket, request);
    response.once('close', () => {
      if (latest.get(socket) === request) latest.set(socket, null);
    });
  });
  return () => {
    for (const [socket, request] of latest) if (request?.complete !== true) socket.destroy();
  };
}

function stopWith(name: string, message: string): never {
  process.stderr.write(`adgate ${name}: ${message}\n`);
  process.exit(1);
}
