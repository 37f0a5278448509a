import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

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
  const uri = new URL(databaseUri);
  const proxy = await startFaultProxy(Number(uri.port));
  uri.port = String(proxy.port);
  uri.searchParams.set('directConnection', 'true');
  return { ...proxy, uri: uri.href };
}

/** Starts a proxy in front of a port of 127.0.0.1. */
export async function startFaultProxy(firstTargetPort: number): Promise<FaultProxy> {
  let targetPort = firstTargetPort;
  let state: 'open' | 'cut' | 'stalled' = 'open';
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
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
    restore(newTargetPort = targetPort) {
      targetPort = newTargetPort;
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
