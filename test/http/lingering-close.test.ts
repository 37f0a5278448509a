import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app';

const rest = 'x'.repeat(1_000_000);

/** Bytes on the wire, and the status that they are answered with. */
const requests: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
  'no request at all': [`\u0001\u0002\r\n\r\n${rest}`, 400],
  'a header without a name': [`POST /supply/find HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n${rest}`, 400],
  'headers that are too long': [
    `POST /supply/find HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n${rest}`,
    431,
  ],
  'a length beside chunks': [
    `POST /supply/find HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${rest}`,
    400,
  ],
  'a chunk without a length': [
    `POST /supply/find HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n${rest}`,
    400,
  ],
  'a tunnel': [`CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n${rest}`, 405],
  'the beginning of HTTP/2': [`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${rest}`, 400],
  'an expectation': [
    `POST /supply/find HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n${rest}`,
    417,
  ],
  'a body of another type': [
    `POST /supply/find HTTP/1.1\r\nHost: a\r\nContent-Type: text/x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n${rest}`,
    413,
  ],
  'a body where none belongs': [
    `POST /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n${rest}`,
    404,
  ],
  'a method that a path has not': [
    `DELETE /supply/find HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n${rest}`,
    405,
  ],
  'an upgrade': [
    `GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Length: 1000000\r\n\r\n${rest}`,
    200,
  ],
};

describe('a client that still sends when it is refused', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });

  /** All that comes back until the end; the error's code where the connection is reset. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const failed = once(socket, 'error').then(([error]) => String(error.code));
    const ended = once(socket, 'end')
      .then(() => answer)
      .catch(() => new Promise<never>(() => {}));
    socket.write(bytes);
    const found = await Promise.race([failed, ended]);
    socket.destroy();
    return found === answer ? answer : `${found} after ${answer.slice(0, 12)}`;
  }

  it.each(Object.entries(requests))(
    'is answered, not reset: %s',
    async (_case, [bytes, status]) => {
      for (let round = 0; round < 5; round += 1)
        expect(await exchange(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    },
  );

  it('keeps its connections, whatever of its requests is refused', async () => {
    const json = { 'Content-Type': 'application/json' };
    const large = JSON.stringify({ x: rest });
    const asked: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
      ['/health', {}, 200],
      ['/nowhere', { method: 'POST', body: rest }, 404],
      ['/supply/find', { method: 'POST', headers: json, body: large }, 413],
      ['/supply/find', { method: 'POST', headers: json, body: '{' }, 400],
      ['/supply/find', { method: 'POST', headers: { 'Content-Type': 'a/b' }, body: 'x' }, 415],
      ['/supply/find', { method: 'DELETE', body: rest }, 405],
      ['/graphql', { method: 'POST', headers: json, body: large }, 413],
      ['/api/v2/campaigns', { method: 'POST', headers: json, body: large }, 401],
      ['/auth/login', { method: 'POST', headers: json, body: '{}' }, 422],
    ];
    const ask = async ([path, init]: (typeof asked)[number]) => {
      const answer = await fetch(`${app.url}${path}`, init);
      await answer.text();
      return answer.status;
    };
    for (let round = 0; round < 10; round += 1)
      expect(await Promise.all(asked.map(ask))).toEqual(asked.map(([, , status]) => status));
  });
});
