import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config';
import { Connections } from './connections';
import type { Messages } from './messages';
import { answerClientError, answerConnect } from './outside-app';

/** Time that requests under way get to finish once nothing listens any more. */
const drainMs = 10_000;
/** After this long without a new connection, none waits to be accepted. */
const quietMs = 100;
/** Longest wait for clients that go on connecting although nothing is answered, times `ADGATE_PATIENCE`. */
const patienceMs = 1_000;
/** How often idle connections are closed while the server stops. */
const sweepMs = 100;

/** A server that listens. */
export interface HttpServer {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /** From now on every answer has `Connection: close`. */
  closeConnections(): void;
  /**
   * Takes no more, in an order that resets nobody, and resolves when no connection is left; those still open after
   * 10 s are cut.
   *
   * @param options.isReplaced whether others take what comes to the port from now on
   */
  close(options?: { readonly isReplaced?: boolean }): Promise<void>;
}

export interface HttpServerOptions {
  /**
   * Resolves when this process has got every connection that had come. Default: what the system has for it is accepted;
   * a process that gets them from another one asks that.
   */
  readonly allAccepted?: () => Promise<void>;
  /** Default: Node's own. */
  readonly messages?: Pick<Messages, 'IncomingMessage' | 'ServerResponse'>;
}

/**
 * Takes the port.
 *
 * @throws the system's error when the port is taken or not allowed.
 */
export async function startHttpServer(
  { host, port, keepAliveMs, patience }: Pick<Config, 'host' | 'port' | 'keepAliveMs' | 'patience'>,
  listener: RequestListener,
  { allAccepted = acceptAll, messages }: HttpServerOptions = {},
): Promise<HttpServer> {
  let isClosing = false;
  let lastConnectedAt = -Infinity;
  let held: (() => void)[] | null = null;
  const connections = new Connections((req, res) => {
    if (isClosing) res.setHeader('Connection', 'close');
    const answer = () => {
      listener(req, res);
    };
    if (held) held.push(answer);
    else answer();
  });
  const server = createServer(
    {
      ...messages,
      maxHeaderSize: 16_384,
      // Node would answer without our shape of errors.
      requireHostHeader: false,
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: keepAliveMs,
    },
    (req, res) => {
      connections.take(req, res);
    },
  );
  server.on('clientError', (error, socket) => {
    const hasBegun = socket instanceof Socket && connections.isAnswering(socket);
    answerClientError(error, socket, { hasBegun });
  });
  server.on('connect', (_req, socket) => {
    answerConnect(socket);
  });
  // The app refuses what nobody meets: Node would answer without our shape of errors.
  server.on('checkExpectation', (req, res) => {
    connections.take(req, res);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    lastConnectedAt = performance.now();
    // Node keeps the address once it was asked for. After a reset by the client nobody can tell it.
    Reflect.get(socket, 'remoteAddress');
  });
  await listen(server, { port, host });
  return {
    url: urlOf(server),
    closeConnections() {
      isClosing = true;
    },
    async close({ isReplaced = false } = {}) {
      isClosing = true;
      if (isReplaced) {
        await stopListening(server);
        connections.close();
        return;
      }
      // When the listener closes, the system resets the connections that we have not accepted. Busy clients connect
      // again as soon as they are answered. So they are answered after the listener has closed.
      held = [];
      await untilQuiet(() => lastConnectedAt, allAccepted, patienceMs * patience);
      const closed = stopListening(server);
      const answers = held;
      held = null;
      for (const answer of answers) answer();
      await closed;
      connections.close();
    },
  };
}

async function listen(server: Server, { port, host }: Pick<Config, 'port' | 'host'>) {
  server.listen(port, host);
  await once(server, 'listening');
}

function urlOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server is not on TCP');
  const { address, family, port } = bound;
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}

/** Lets this process accept what came while it was busy. */
export async function acceptAll(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

async function untilQuiet(
  lastConnectedAt: () => number,
  allAccepted: () => Promise<void>,
  mostMs: number,
): Promise<void> {
  const giveUpAt = performance.now() + mostMs;
  for (;;) {
    await allAccepted();
    const now = performance.now();
    const quietAt = lastConnectedAt() + quietMs;
    if (now >= quietAt || now >= giveUpAt) return;
    await sleep(Math.min(quietAt, giveUpAt) - now);
  }
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, sweepMs);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
