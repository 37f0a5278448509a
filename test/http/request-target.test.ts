import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

async function ask(target: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

it.each([
  'http://',
  'http://[',
  'http://[::1',
  'http://[/health',
  'http://a:99999/health',
  'ftp://a/health',
  '*',
])('the target %s is a path that nobody has', async (target) => {
  const { head, body } = await ask(target);
  expect(head).toMatch(
    /^HTTP\/1\.1 404 [^]*\r\nX-Request-Id: [^]*\r\nContent-Type: application\/json/,
  );
  expect(JSON.parse(body)).toMatchObject({ error: { code: 404 } });
});

it.each(['/health', 'http://a/health', 'HTTPS://a:8080/health?x'])(
  'the target %s is read',
  async (target) => {
    const { head, body } = await ask(target);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(JSON.parse(body)).toMatchObject({ status: 'ready' });
  },
);
