import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BSON } from 'bson';
import type { mongo } from 'mongoose';

/** A client of the bare protocol: sends what the driver would not. */
export interface WireClient {
  readonly socket: Socket;
  /** Sends one command with its `$db` and gives the answer, errors too. */
  command(body: mongo.Document): Promise<mongo.Document>;
  /** Sends bytes as they are. */
  send(bytes: Uint8Array): void;
  /** The next whole message that arrives; undefined when the server hangs up first. */
  receive(): Promise<Buffer | undefined>;
  close(): void;
}

/** An OP_MSG of one body section and, if given, one document sequence. */
export function opMsg(
  body: mongo.Document,
  options: {
    readonly flags?: number;
    readonly requestId?: number;
    readonly sequence?: { readonly name: string; readonly documents: readonly mongo.Document[] };
  } = {},
): Buffer {
  const { flags = 0, requestId = 1, sequence } = options;
  const sections = [Buffer.from([0]), BSON.serialize(body)];
  if (sequence) {
    const documents = sequence.documents.map((document) => BSON.serialize(document));
    const content = Buffer.concat([Buffer.from(`${sequence.name}\0`), ...documents]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(content.length + 4);
    sections.push(Buffer.from([1]), size, content);
  }
  return frame(2013, requestId, Buffer.concat([uint32(flags), ...sections]));
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A message of any kind, with a right header. */
export function frame(opCode: number, requestId: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + content.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, content]);
}

/** The body of an answer, int64 as bigint. */
export function readReply(message: Buffer): mongo.Document {
  const start = message.readInt32LE(12) === 1 ? 36 : 21;
  return BSON.deserialize(message.subarray(start), { useBigInt64: true });
}

/** Connects to the server of a URI such as `freshDatabase` gives. */
export async function connectWire(uri: string): Promise<WireClient> {
  const { hostname, port, pathname } = new URL(uri);
  const socket =
    port === ''
      ? connect({ path: decodeURIComponent(hostname) })
      : connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const messages: Buffer[] = [];
  let rest = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 16 && rest.length >= rest.readInt32LE(0)) {
      messages.push(rest.subarray(0, rest.readInt32LE(0)));
      rest = rest.subarray(rest.readInt32LE(0));
    }
    wake();
  });
  socket.on('close', () => wake());
  socket.on('error', () => wake());
  const receive = async (): Promise<Buffer | undefined> => {
    while (messages.length === 0 && !socket.destroyed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return messages.shift();
  };
  return {
    socket,
    receive,
    send: (bytes) => socket.write(bytes),
    async command(body) {
      socket.write(opMsg({ ...body, $db: body['$db'] ?? pathname.slice(1) }));
      const reply = await receive();
      if (!reply) throw new Error('the server has closed the connection');
      return readReply(reply);
    },
    close: () => socket.destroy(),
  };
}
