import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Connections } from '../../src/http/connections';
import { EventStream } from '../../src/http/event-stream';
import { eventually } from '../support/eventually';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Says what is sent until the client has no room for more. */
class Teller {
  readonly stream: EventStream;
  sent = 0;
  isClosed = false;
  isOver = false;

  constructor(
    readonly res: ServerResponse,
    readonly text: string,
  ) {
    this.stream = new EventStream(res);
    this.stream.onClose(() => (this.isClosed = true));
    void this.#tell();
  }

  async #tell(): Promise<void> {
    while (this.stream.isOpen) {
      await this.stream.send({ event: 'next', data: this.text, id: null });
      this.sent += 1;
    }
    this.isOver = true;
  }

  /** Resolves when nothing has been sent for a while. */
  async stuck(): Promise<void> {
    let before = -1;
    await eventually(() => {
      const isSame = this.sent === before && this.res.writableLength > 0;
      before = this.sent;
      expect(isSame).toBe(true);
    }, 20_000);
  }
}

const event = 'a'.repeat(64 * 1024);

/** A server with one client that reads so many bytes at once, and only when it is told to; null: none. */
async function tellTo(bytes: number | null) {
  const tellers: Teller[] = [];
  const connections = new Connections((_req: IncomingMessage, res) => {
    tellers.push(new Teller(res, event));
  });
  const server = createServer((req, res) => {
    connections.take(req, res);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe: a server that listens on TCP has an address of this form.
  const { port } = server.address() as { port: number };
  const buffer = Buffer.alloc(bytes ?? 1);
  const client = connect({ port, host: '127.0.0.1', onread: { buffer, callback: () => false } });
  client.on('error', () => undefined);
  await once(client, 'connect');
  if (bytes === null) client.pause();
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  closing.push(() => {
    client.destroy();
    connections.close();
    server.closeAllConnections();
    server.close();
  });
  await eventually(() => {
    expect(tellers).toHaveLength(1);
  });
  return { teller: tellers[0]!, connections, client };
}

describe('a stream whose client', () => {
  it('reads nothing keeps one event, and is cut after half a minute', async () => {
    const { teller, connections } = await tellTo(null);
    await teller.stuck();
    expect(teller.res.writableLength).toBeLessThan(2 * event.length);
    const now = performance.now();
    connections.cutSlowReaders(now);
    connections.cutSlowReaders(now + 29_000);
    expect(teller.stream.isOpen).toBe(true);
    connections.cutSlowReaders(now + 31_000);
    await eventually(() => {
      expect([teller.isClosed, teller.isOver]).toEqual([true, true]);
    });
  });

  it('reads a byte now and then is cut, too', async () => {
    const { teller, connections, client } = await tellTo(1);
    await teller.stuck();
    const now = performance.now();
    for (let seconds = 0; seconds <= 31; seconds += 1) {
      client.resume();
      connections.cutSlowReaders(now + seconds * 1_000);
    }
    await eventually(() => {
      expect(teller.isClosed).toBe(true);
    });
  });

  it('reads late, but much, gets all of it', async () => {
    const { teller, connections, client } = await tellTo(256 * 1024);
    for (let round = 1; round <= 5; round += 1) {
      await teller.stuck();
      const before = teller.sent;
      connections.cutSlowReaders(performance.now() + round * 29_000);
      await eventually(() => {
        client.resume();
        expect(teller.sent).toBeGreaterThan(before);
      });
    }
    expect(teller.isClosed).toBe(false);
  });
});
