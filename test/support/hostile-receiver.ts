import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll } from '@jest/globals';

/** A server that keeps no rule of HTTP unless `answer` does, on a port of its own. */
export interface HostileReceiver {
  readonly url: string;
  /** Connections that are open on its side. */
  readonly open: ReadonlySet<Socket>;
  /** Of all connections. */
  readonly bytesWritten: () => number;
}

const stops: (() => void)[] = [];
afterAll(() => {
  for (const stop of stops.splice(0)) stop();
});

/** @param answer gets the connection once the first bytes of a request have come */
export async function startHostileReceiver(
  answer: (socket: Socket) => void,
): Promise<HostileReceiver> {
  const open = new Set<Socket>();
  const all: Socket[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    all.push(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    socket.once('data', () => {
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    open,
    bytesWritten: () => all.reduce((sum, socket) => sum + socket.bytesWritten, 0),
  };
}

/** Writes a text again and again, as fast as it is read. */
export function repeat(socket: Socket, text: string): void {
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}
