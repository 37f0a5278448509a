import { once } from 'node:events';
import { BlockList, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from '@jest/globals';
import { parseAllowedNode, type AllowedNode } from '../../sidecar/node/allowed-nodes';
import { httpLimits } from '../../sidecar/rpc/http-limits';
import type { SubmitLimits } from '../../sidecar/node/submit';
import { createRelay, relayLimits, type RelayDeps } from '../../sidecar/relay/relay';
import { parseHex } from '../../sidecar/ledger/hex';
import recorded from '../vectors/send-again.json';

/** A recorded exchange: request and response with their length words. */
export interface RecordedSession {
  readonly name: string;
  readonly data: string;
  readonly signature: string;
  readonly request: string;
  readonly response: string;
}

/** The deed of a stand-in on a complete request; `index` counts the requests of all connections. */
export type Behaviour = (request: string, socket: Socket, index: number) => void;

/** A TCP server in the place of a ledger node. */
export interface StandInNode {
  readonly port: number;
  /** Entry of an allow-list for it. */
  readonly node: AllowedNode;
  /** Requests in the order they came whole, lower-case hex with the length word. */
  readonly requests: readonly string[];
  connections(): number;
  /** Resolves once every connection has ended on both sides. */
  idle(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a node that shakes hands as recorded and leaves requests to `behave`. */
export async function startNode(
  behave: Behaviour,
  { greeting = recorded.hello.node }: { readonly greeting?: string | null } = {},
): Promise<StandInNode> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    let isGreeted = false;
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      if (!isGreeted && pending.length >= 4) {
        if (pending.toString('hex', 0, 4) !== recorded.hello.client) socket.destroy();
        if (greeting !== null) socket.write(parseHex(greeting));
        pending = pending.subarray(4);
        isGreeted = true;
      }
      while (isGreeted && pending.length >= 4 && pending.length >= 4 + pending.readUInt32LE(0)) {
        const size = 4 + pending.readUInt32LE(0);
        requests.push(pending.toString('hex', 0, size));
        pending = pending.subarray(size);
        behave(requests.at(-1)!, socket, requests.length - 1);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    node: parseAllowedNode(`127.0.0.1:${port}/private`),
    requests,
    connections: () => connections,
    async idle() {
      for (const socket of [...sockets]) await once(socket, 'close');
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers what was recorded for exactly these bytes; anything else hangs up. */
export function replay(sessions: readonly RecordedSession[]): Behaviour {
  const answers = new Map(sessions.map(({ request, response }) => [request, response]));
  return (request, socket) => {
    const response = answers.get(request);
    if (response === undefined) socket.destroy();
    else socket.write(parseHex(response));
  };
}

/** Answers everything with one thing, bytes in hex as they are. */
export function say(hex: string): Behaviour {
  return (_request, socket) => socket.write(parseHex(hex));
}

/**
 * The expected `error.data.info` of a recorded refusal: where bytes may have been applied before, it tells how to
 * check.
 */
export function refusalInfo(code: unknown, info: unknown): unknown {
  const isStale = ['11', '15'].includes(String(code)) && info === '';
  return isStale ? expect.stringMatching(/^if these bytes were sent before, read account/) : info;
}

/** Short times, so that a test of one does not wait for the real one. */
export const quickLimits: SubmitLimits = {
  ...relayLimits,
  leastMs: 0,
  lockQuietMs: 20,
  lockRetryMs: 10,
};

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A relay that listens, and its clients. */
export interface RunningRelay {
  readonly url: string;
  readonly unexpected: readonly unknown[];
  post(body: string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  /** Calls `send_again`; resolves to the Response object without `jsonrpc` and `id`. */
  sendAgain(params: object): Promise<{ result?: unknown; error?: unknown }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the real relay; a resolver that is not given must not be asked. */
export async function startRelay(
  nodes: readonly AllowedNode[],
  deps: Partial<RelayDeps> = {},
): Promise<RunningRelay> {
  const unexpected: unknown[] = [];
  const server = createRelay({
    nodes,
    callsPerMinute: 0,
    trustedProxies: new BlockList(),
    now: () => Date.parse('2026-11-21T05:01:00Z'),
    resolveHost: (host) => Promise.reject(new Error(`${host} must not be resolved`)),
    limits: quickLimits,
    httpLimits,
    isReady: () => true,
    onUnexpectedError: (error) => unexpected.push(error),
    ...deps,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const post: RunningRelay['post'] = async (body, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  return {
    url,
    unexpected,
    post,
    async sendAgain(params) {
      const call = { jsonrpc: '2.0', id: 'a', method: 'send_again', params };
      const { status, body } = await post(JSON.stringify(call));
      const { jsonrpc, id, ...outcome } = body as Record<string, unknown>;
      if (status !== 200 || jsonrpc !== '2.0' || id !== 'a')
        throw new Error(`odd answer ${status}`);
      return outcome;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
