import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client, type ClientLimits, type Deliver, type RunRequest } from './client';
import type { NodeAnswer, NodeRequest } from './execute';
import { createLocks, type Locks } from './locks';

/** The parts that the node's server needs. */
export interface NodeServerDeps {
  /** Null for a request that cannot be carried out: its connection is cut. */
  readonly execute: (requests: readonly NodeRequest[]) => readonly (NodeAnswer | null)[];
  readonly limits?: Partial<ServerLimits>;
  readonly locks?: Locks;
  /** Every answer as a whole and at once if left out. */
  readonly deliver?: Deliver;
}

interface ServerLimits extends ClientLimits {
  /** Connections that are served at a time; further ones wait for their turn. */
  readonly maxClients: number;
  readonly maxWaiting: number;
}

/** The node's own limits: docs/ledger-protocol.md §6. */
const nodeLimits: ServerLimits = { idleMs: 5000, maxClients: 128, maxWaiting: 1024 };

/** A node that listens. */
export interface NodeServer {
  readonly port: number;
  /** Takes no more connections, answers what has come, then resolves. */
  close(): Promise<void>;
}

/**
 * Serves the ledger's protocol on the loopback interface. Requests of one turn of the event loop are
 * committed together, because a commit waits for the disk.
 *
 * @param port zero lets the system pick one
 */
export async function startNodeServer(port: number, deps: NodeServerDeps): Promise<NodeServer> {
  const limits = { ...nodeLimits, ...deps.limits };
  const run = createBatcher(deps.execute);
  const locks = deps.locks ?? createLocks();
  const deliver = deps.deliver ?? ((frame) => Promise.resolve(frame));
  const clients = new Set<Client>();
  const waiting: Socket[] = [];

  function admit(socket: Socket): void {
    const client = new Client(socket, { run, locks, limits, deliver });
    clients.add(client);
    socket.once('close', () => {
      clients.delete(client);
      const next = waiting.shift();
      if (next) admit(next);
    });
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true });
  server.maxConnections = limits.maxClients + limits.maxWaiting;
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    if (clients.size < limits.maxClients) {
      admit(socket);
      return;
    }
    waiting.push(socket);
    socket.once('close', () => {
      const place = waiting.indexOf(socket);
      if (place >= 0) waiting.splice(place, 1);
    });
  });
  await listen(server, port);
  return {
    // A server that listens at a port has an address with a port.
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of waiting.splice(0)) socket.destroy();
      for (const client of clients) client.finish();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function createBatcher(execute: NodeServerDeps['execute']): RunRequest {
  let batch: { readonly request: NodeRequest; resolve(answer: NodeAnswer | null): void }[] = [];

  function flush(): void {
    const current = batch;
    batch = [];
    const answers = execute(current.map(({ request }) => request));
    for (const [index, queued] of current.entries()) queued.resolve(answers[index] ?? null);
  }

  return (request) =>
    new Promise((resolve) => {
      batch.push({ request, resolve });
      if (batch.length === 1) setImmediate(flush);
    });
}
