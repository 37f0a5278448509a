import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Connections } from '../../src/http/connections';
import { eventually } from '../support/eventually';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const answerEmpty: RequestListener = (_req, res) => {
  res.end();
};

/** A server that notes each path when it is asked for, and how many requests it parses in a turn of the event loop. */
async function listen(answer: RequestListener = answerEmpty) {
  const asked: string[] = [];
  const parsedAtOnce: number[] = [];
  let ofTurn = new Map<Socket, number>();
  const connections = new Connections((req, res) => {
    asked.push(req.url!);
    answer(req, res);
  });
  const server = createServer((req, res) => {
    if (ofTurn.size === 0)
      setImmediate(() => {
        parsedAtOnce.push(...ofTurn.values());
        ofTurn = new Map();
      });
    ofTurn.set(req.socket, (ofTurn.get(req.socket) ?? 0) + 1);
    connections.take(req, res);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    connections.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { asked, parsedAtOnce, port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Answers, without a body, that came on a connection. */
function countAnswers(socket: Socket): () => number {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return () => text.split('HTTP/1.1 200 OK').length - 1;
}

/** A server somebody has flooded before. */
async function listenFlooded(answer?: RequestListener) {
  const server = await listen(answer);
  const flood = await open(server.port);
  const count = countAnswers(flood);
  flood.write(get('/flood').repeat(100));
  await eventually(() => {
    expect(count()).toBe(100);
  }, 20_000);
  return server;
}

describe('a flood of requests that do not wait for answers', () => {
  it('lets each connection have its turn, the first and the last', async () => {
    const { asked, parsedAtOnce, port } = await listen();
    const floods: Socket[] = [];
    for (let at = 0; at < 200; at += 1) floods.push(await open(port));
    const last = await open(port);
    for (const [at, socket] of floods.entries()) socket.resume().write(get(`/${at}`).repeat(1_500));
    last.write(get('/last'));
    await once(last, 'data');
    const before = asked.slice(0, asked.indexOf('/last'));
    const turns = [...Map.groupBy(before, (path) => path).values()].map(({ length }) => length);
    expect(before).toContain('/0');
    expect(Math.max(...turns)).toBeLessThan(100);
    // By its first connection a flood is known. Of no other are more parsed at once.
    expect(parsedAtOnce.filter((count) => count > 20).length).toBeLessThanOrEqual(1);
  });

  it('is answered, in order, as far as it is not cut', async () => {
    const { asked, port } = await listenFlooded();
    const socket = await open(port);
    const count = countAnswers(socket);
    const paths = Array.from({ length: 4_000 }, (_, at) => `/nth/${at}`);
    socket.write(paths.map(get).join(''));
    await eventually(() => {
      expect(count()).toBe(paths.length);
    }, 60_000);
    expect(asked.filter((path) => path.startsWith('/nth/'))).toEqual(paths);
  });

  it('takes nothing from bodies, nor from what comes behind them', async () => {
    const got: number[] = [];
    const { port } = await listenFlooded((req, res) => {
      let length = 0;
      req.on('data', (chunk: Buffer) => (length += chunk.length));
      req.on('end', () => {
        got.push(length);
        res.end();
      });
    });
    const socket = await open(port);
    const count = countAnswers(socket);
    const post = (length: number) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'a'.repeat(length)}`;
    const lengths = [300_000, 0, 1, 1_000, 70_000, 255, 256, 257, 1_000_000];
    got.splice(0);
    socket.write(lengths.map(post).join(''));
    await eventually(() => {
      expect(count()).toBe(lengths.length);
    }, 20_000);
    expect(got).toEqual(lengths);
  });

  it('is answered to a client that reads late', async () => {
    const { port } = await listenFlooded((_req, res) => {
      res.end('a'.repeat(100_000));
    });
    const socket = await open(port);
    socket.pause().write(get('/').repeat(300));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const count = countAnswers(socket);
    socket.resume();
    await eventually(() => {
      expect(count()).toBe(300);
    }, 60_000);
  });

  it('is cut where too much of it waits unparsed', async () => {
    const held: (() => void)[] = [];
    const { port } = await listenFlooded((req, res) => {
      if (req.url === '/flood') res.end();
      else held.push(() => res.end());
    });
    const sockets: Socket[] = [];
    for (let at = 0; at < 1_000; at += 1) sockets.push(await open(port));
    // Two in the first slice, so that the second waits; a body behind them, which nobody parses.
    for (const socket of sockets)
      socket
        .resume()
        .write(
          `${get('/a')}${get('/b')}POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`,
        );
    await eventually(() => {
      expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300);
    }, 20_000);
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(300);
  });
});
