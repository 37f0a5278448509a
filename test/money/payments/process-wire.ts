import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

/** The fate of a message. */
export type Deed =
  | 'pass'
  /** Nobody gets it, and both ends see their connection end. */
  | 'lose'
  /** The same with its first half passed on. */
  | 'cut'
  /** It comes a second time by a connection of its own. */
  | 'double'
  /** It is lost, and comes by a connection of its own after a second. */
  | 'delay';

/** One message on a wire, as a trace calls it: who says what to whom. */
export interface Message {
  readonly name: string;
  /** Mishaps that may befall a message. */
  readonly mishaps: readonly Deed[];
}

/** Tells messages of one direction of a connection apart; what it gives back is passed on, piece by piece. */
export type Split = (chunk: Buffer) => readonly { bytes: Buffer; message: Message | null }[];

export interface Wire {
  readonly port: number;
  /** Where it leads to; set before anybody asks. */
  target: NetConnectOpts;
  close(): Promise<void>;
}

/** @param meet is asked about each message before it is passed on, and waited for. `passOn` does so at once */
export async function startWire(
  splitOf: () => { readonly request: Split; readonly answer: Split },
  meet: (message: Message, passOn: () => void) => Promise<Deed>,
): Promise<Wire> {
  const sockets = new Set<Socket>();
  const wire: Wire & { port: number } = {
    ...{ port: 0, target: { port: 0 } },
    close: () => Promise.resolve(),
  };

  function relay(from: Socket, to: Socket, split: Split): void {
    let done = Promise.resolve();
    const end = () => {
      from.destroy();
      to.destroy();
    };
    const pass = async (bytes: Buffer, message: Message | null): Promise<void> => {
      if (message === null) return void to.write(bytes);
      let isPassed = false;
      const passOn = () => {
        if (!isPassed) to.write(bytes);
        isPassed = true;
      };
      const deed = await meet(message, passOn);
      if (deed === 'pass' || deed === 'double') passOn();
      if (deed === 'double') sendApart(bytes);
      if (deed === 'delay') setTimeout(() => sendApart(bytes), 1_000);
      if (deed === 'lose' || deed === 'delay') end();
      if (deed === 'cut') to.end(bytes.subarray(0, bytes.length >> 1), end);
    };
    from.on('data', (chunk: Buffer) => {
      for (const { bytes, message } of split(chunk)) done = done.then(() => pass(bytes, message));
    });
    from.on('close', () => {
      sockets.delete(from);
      void done.then(() => to.destroy());
    });
    from.on('error', () => undefined);
  }

  /** Sends bytes whose sender is gone: nobody reads the answer. */
  function sendApart(bytes: Buffer): void {
    const socket = connect(wire.target);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
    socket.end(bytes);
  }

  const server = createServer((client) => {
    const target = connect(wire.target);
    const { request, answer } = splitOf();
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
    }
    relay(client, target, request);
    relay(target, client, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  wire.port = (server.address() as AddressInfo).port;
  wire.close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return wire;
}
