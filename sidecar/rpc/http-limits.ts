import type { Server, ServerOptions } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { clientKey, isTrusted, plainAddress } from './clients';

/** How long one HTTP request may take to come in, and how many connections there may be. */
export interface HttpLimits {
  /** Milliseconds from the connection, or the request before, to the end of the headers. */
  readonly headersMs: number;
  /** Milliseconds to the end of the body. */
  readonly requestMs: number;
  /** Milliseconds that a connection is kept between requests. */
  readonly idleMs: number;
  /** How often the two times above are checked. */
  readonly checkMs: number;
  readonly connections: number;
  /** Of one client; trusted proxies have no limit of their own. */
  readonly connectionsPerClient: number;
  /** Bytes of bodies that are under way, from their first byte until they are answered; short ones are not counted. */
  readonly bodyBytes: number;
  /** Of one client. */
  readonly bodyBytesPerClient: number;
}

/** Limits that relay and wallet run with. */
export const httpLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 5000,
  checkMs: 1000,
  connections: 10_000,
  // Many people may share one address: a thousand idle connections must leave room for calls.
  connectionsPerClient: 2000,
  bodyBytes: 64 * 2 ** 20,
  bodyBytesPerClient: 8 * 2 ** 20,
};

/** The times as `node:http` names them. */
export function timeoutsOf({ headersMs, requestMs, idleMs, checkMs }: HttpLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  };
}

/** Cuts connections past the limits as they come, before anything is read from them. */
export function limitConnections(
  server: Server,
  { limits, trustedProxies }: { readonly limits: HttpLimits; readonly trustedProxies: BlockList },
): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.connections;
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isTrusted(address, trustedProxies)) return;
    const key = clientKey(address);
    const count = open.get(key) ?? 0;
    if (count >= limits.connectionsPerClient) {
      socket.destroy();
      return;
    }
    open.set(key, count + 1);
    socket.on('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    });
  });
}
