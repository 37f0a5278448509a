import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import mongoose from 'mongoose';

const { BSON } = mongoose.mongo;
type Document = mongoose.mongo.Document;

const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;

export interface FakeMongos {
  /** With the database `ads`. */
  readonly uri: string;
  /** Commands that it was asked to run, without questions. */
  readonly commands: readonly Document[];
  /** Entries of `config.collections`. */
  readonly divided: Map<string, object>;
  close(): Promise<void>;
}

/** A `mongos` as far as the driver and the dividing of collections see it; it stores nothing else. */
export async function startFakeMongos(): Promise<FakeMongos> {
  const commands: Document[] = [];
  const divided = new Map<string, object>();
  const sockets = new Set<Socket>();

  function answer(command: Document): Document {
    const [name] = Object.keys(command);
    switch (name?.toLowerCase()) {
      case 'hello':
      case 'ismaster':
        return { isWritablePrimary: true, msg: 'isdbgrid', minWireVersion: 0, maxWireVersion: 21 };
      case 'find':
        return {
          cursor: {
            id: new BSON.Long(0),
            ns: `config.${command['find']}`,
            firstBatch: [...divided].map(([_id, key]) => ({ _id, key })),
          },
        };
      // It has none: there is no audit log.
      case 'listcollections':
        return {
          cursor: { id: new BSON.Long(0), ns: 'ads.$cmd.listCollections', firstBatch: [] },
        };
      case 'shardcollection':
        divided.set(command['shardCollection'], command['key']);
        commands.push(command);
        return {};
      case 'endsessions':
      case 'ping':
        return {};
      default:
        commands.push(command);
        return {};
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
        const message = bytes.subarray(0, bytes.readInt32LE(0));
        bytes = bytes.subarray(message.length);
        socket.write(replyTo(message, answer));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${port}/ads`,
    commands,
    divided,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Of OP_MSG; of OP_QUERY, which begins a connection, by OP_REPLY. */
function replyTo(message: Buffer, answer: (command: Document) => Document): Buffer {
  const isQuery = message.readInt32LE(12) === opQuery;
  const start = isQuery ? message.indexOf(0, 20) + 9 : 21;
  const length = message.readInt32LE(start);
  const command = BSON.deserialize(message.subarray(start, start + length));
  const document = BSON.serialize({ ok: 1, ...answer(command) });
  const middle = Buffer.alloc(isQuery ? 20 : 5);
  if (isQuery) middle.writeInt32LE(1, 16);
  const header = Buffer.alloc(16);
  header.writeInt32LE(header.length + middle.length + document.length, 0);
  header.writeInt32LE(message.readInt32LE(4), 8);
  header.writeInt32LE(isQuery ? opReply : opMsg, 12);
  return Buffer.concat([header, middle, document]);
}
