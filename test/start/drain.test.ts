import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  const program = runProgram('src/assembly/worker.js', {
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

it('`npm start` whose terminal is closed finishes what is under way, and so do its database and ledger', async () => {
  const program = runProgram('src/start/main.js', {
    env: { PORT: '0', ADGATE_DATA_DIR: join(folder, 'start'), ADGATE_LOG_LEVEL: 'info' },
    isGroup: true,
  });
  const [, url = ''] = await program.printed(/^Adgate is ready at (\S+)$/m);
  const underWay = await startFind(url);
  // The terminal tells all, and then its shell does.
  for (let times = 0; times < 2; times += 1) process.kill(-program.pid, 'SIGHUP');
  await program.printed(/"signal":"SIGHUP","msg":"draining"/);
  expect(await underWay.finish()).toMatchObject({ status: 200, body: { data: [{ id: 'a' }] } });
  expect((await program.exited).code).toBe(0);
  expect(program.output()).not.toMatch(/ended, it is started again/);
});

it('ends in order where its log takes no more lines, as a terminal that was closed', async () => {
  const child = spawn(process.execPath, ['dist/src/start/main.js'], {
    env: { PATH: process.env.PATH, PORT: '0', ADGATE_DATA_DIR: join(folder, 'start') },
    stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout!))
    if (line.startsWith('Adgate is ready')) break;
  child.kill('SIGHUP');
  expect(await exited).toEqual([0, null]);
});
