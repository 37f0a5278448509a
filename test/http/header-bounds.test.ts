import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** @returns status and body of the answer to `GET /health` */
async function askHealth(version: string, hosts: readonly string[]) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
  socket.write(`GET /health HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return [Number(head.split(' ')[1]), JSON.parse(body)];
}

describe('a request', () => {
  it.each([
    ['no host', []],
    ['two hosts', ['a', 'b']],
    ['the same host twice', ['a', 'a']],
    ['a host with a space', ['a b']],
    ['a host with a path', ['a/b']],
    ['a host with a user', ['a@b']],
    ['two hosts in one header', ['a, b']],
  ])('of HTTP/1.1 with %s is refused in the one shape of errors', async (_case, hosts) => {
    const message = 'a request must have one header Host, of a host and a port';
    expect(await askHealth('1.1', hosts)).toEqual([400, expect.objectContaining({ message })]);
  });

  it.each([
    ['1.1', ['news.example']],
    ['1.1', ['127.0.0.1:8080']],
    ['1.1', ['[2001:db8::1]:8080']],
    ['1.1', ['']],
    ['1.0', []],
  ])('of HTTP/%s with the hosts %j is answered', async (version, hosts) => {
    expect(await askHealth(version, hosts)).toEqual([
      200,
      expect.objectContaining({ status: 'ready' }),
    ]);
  });
});
