import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { afterAll, expect, it } from '@jest/globals';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-drain-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A find whose body is under way until `finish`. */
async function startFind(url: string) {
  const body = JSON.stringify({
    context: { iid: randomUUID(), url: 'https://news.example' },
    placements: [{ id: 'a', width: 300, height: 250 }],
  });
  const find = request(`${url}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  });
  const answered = once(find, 'response') as Promise<[IncomingMessage]>;
  await new Promise<void>((resolve) => {
    find.write(body.slice(0, 10), () => {
      resolve();
    });
  });
  return {
    async finish() {
      find.end(body.slice(10));
      const [response] = await answered;
      return { status: response.statusCode, body: await json(response) };
    },
  };
}

it('a gateway told to end says so at /health, finishes what is under way, and exits with 0', async () => {
  const program = runProgram('src/worker.js', {
    env: {
      PORT: '0',
      MONGODB_URI: await freshDatabase(),
      ADGATE_DATA_DIR: folder,
      ADGATE_LOG_LEVEL: 'info',
    },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  const underWay = await startFind(url);
  expect((await send(`${url}/health`)).body).toEqual({ status: 'ready', exchangeRate: 'missing' });

  program.kill('SIGTERM');
  await program.printed(/"msg":"draining"/);
  const health = await send(`${url}/health`);
  expect([health.status, health.body, health.headers.get('connection')]).toEqual([
    503,
    { status: 'draining', exchangeRate: 'missing' },
    'close',
  ]);
  const late = await send(`${url}/auth/check`);
  expect([late.status, late.headers.get('connection')]).toEqual([401, 'close']);

  // Until nothing listens any more: the one under way is older than that.
  while (
    await send(`${url}/health`).then(
      () => true,
      () => false,
    )
  );
  expect(await underWay.finish()).toEqual({ status: 200, body: { data: [] } });
  expect((await program.exited).code).toBe(0);
});
