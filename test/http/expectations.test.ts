import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { parseConfig } from '../../src/config';
import { type HttpServerOptions, startHttpServer } from '../../src/http/server';
import { eventually } from '../support/eventually';

/** Expects what no server does. */
const demanding = 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n';

const start = (options?: HttpServerOptions) =>
  startHttpServer(
    parseConfig({ PORT: '0' }),
    (_req, res) => {
      res.statusCode = 417;
      res.end();
    },
    options,
  );

const open = ({ url }: { readonly url: string }) => connect(Number(new URL(url).port), '127.0.0.1');

/** Counts the requests of each connection that are parsed in one turn of the event loop. */
function countParsed() {
  const parsedAtOnce: number[] = [];
  let ofTurn = new Map<Socket, number>();
  class Counted extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      if (ofTurn.size === 0)
        setImmediate(() => {
          parsedAtOnce.push(...ofTurn.values());
          ofTurn = new Map();
        });
      ofTurn.set(socket, (ofTurn.get(socket) ?? 0) + 1);
    }
  }
  return { parsedAtOnce, messages: { IncomingMessage: Counted, ServerResponse } };
}

async function ask(server: { readonly url: string }, times: number): Promise<void> {
  const socket = open(server);
  let answers = '';
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString('latin1')));
  socket.write(demanding.repeat(times));
  await eventually(() => {
    expect(answers.split('HTTP/1.1 417 ').length - 1).toBe(times);
  }, 20_000);
  socket.destroy();
}

it('an expectation that is not met ends its connection where the server stops', async () => {
  const server = await start();
  server.closeConnections();
  const socket = open(server);
  socket.write(demanding);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  await server.close();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 417 [^]*\r\nConnection: close\r\n/);
});

it('a flood of expectations that are not met is read as slowly as any other', async () => {
  const { parsedAtOnce, messages } = countParsed();
  const server = await start({ messages });
  // By its first connection a flood is known.
  for (const times of [100, 1_000]) await ask(server, times);
  await server.close();
  expect(parsedAtOnce.reduce((sum, count) => sum + count, 0)).toBe(1_100);
  expect(parsedAtOnce.filter((count) => count > 20).length).toBeLessThanOrEqual(1);
});
