import { once } from 'node:events';
import {
  type AddressInfo,
  type NetConnectOpts,
  type Socket,
  connect,
  createServer,
} from 'node:net';
import { addressOf, throughPort } from './database-address';

/** A wire between a client and a server that can be cut or go dead. */
export interface FaultProxy {
  readonly port: number;
  /** Ends every connection and takes no new one: the server's machine is gone. */
  cut(): void;
  /** Keeps every connection and passes nothing on: the server hangs, or the network loses everything. */
  stall(): void;
  /** Passes on again, what was held back first; to another port of 127.0.0.1 when one is given. */
  restore(targetPort?: number): void;
  close(): Promise<void>;
}

/** A proxy in front of a database. */
export interface DatabaseProxy extends FaultProxy {
  /** By which clients reach the database through it. */
  readonly uri: string;
}

export async function startDatabaseProxy(databaseUri: string): Promise<DatabaseProxy> {
  const proxy = await startProxy(addressOf(databaseUri));
  const uri = new URL(throughPort(databaseUri, proxy.port));
  uri.searchParams.set('directConnection', 'true');
  return { ...proxy, uri: uri.href };
}

const atPort = (port: number): NetConnectOpts => ({ host: '127.0.0.1', port });

/** Starts a proxy in front of a port of 127.0.0.1. */
export const startFaultProxy = (targetPort: number): Promise<FaultProxy> =>
  startProxy(atPort(targetPort));

async function startProxy(firstAddress: NetConnectOpts): Promise<FaultProxy> {
  let address = firstAddress;
  let state: 'open' | 'cut' | 'stalled' = 'open';
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const target = connect(address);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      if (state === 'stalled') socket.pause();
    }
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut() {
      state = 'cut';
      destroyAll();
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    restore(targetPort) {
      if (targetPort !== undefined) address = atPort(targetPort);
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, 'close');
    },
  };
}
