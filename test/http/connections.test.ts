import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { Connections } from '../../src/http/connections';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that notes each path when it is asked for. */
async function listen() {
  const asked: string[] = [];
  const connections = new Connections((req, res) => {
    asked.push(req.url!);
    res.end();
  });
  const server = createServer((req, res) => {
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
  return { asked, port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

it('lets neither the first nor the last stand behind a flood', async () => {
  const { asked, port } = await listen();
  const floods: Socket[] = [];
  for (let at = 0; at < 200; at += 1) floods.push(await open(port));
  const last = await open(port);
  for (const [at, socket] of floods.entries()) socket.pause().write(get(`/${at}`).repeat(1_500));
  last.write(get('/last'));
  await once(last, 'data');
  const before = new Set(asked.slice(0, asked.indexOf('/last')));
  expect(before.size).toBeLessThan(floods.length / 2);
  expect(before).toContain('/0');
});
