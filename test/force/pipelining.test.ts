import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { type Program, runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-pipelining-'));
const sockets: Socket[] = [];
let program: Program;
let url: string;

beforeAll(async () => {
  program = runProgram('src/main.js', {
    env: { PORT: '0', MONGODB_URI: await freshDatabase(), ADGATE_DATA_DIR: folder },
  });
  [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  program.kill('SIGTERM');
  await program.exited;
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const health = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n';

/** Answers that came on a connection. */
function countAnswers(socket: Socket): () => number {
  let count = 0;
  socket.on('data', (chunk: Buffer) => {
    count += chunk.toString('latin1').split('HTTP/1.1 200 OK').length - 1;
  });
  return () => count;
}

const median = (counts: readonly number[]): number =>
  counts.toSorted((a, b) => a - b)[counts.length >> 1]!;

/** The most that the gateway has taken so far. */
function peakMegabytes(): number {
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+)/m.exec(
    readFileSync(`/proc/${program.pid}/status`, 'utf8'),
  )!;
  return Number(kilobytes) / 1024;
}

describe('requests that do not wait for answers', () => {
  it('are answered one after the other, in their order', async () => {
    const socket = await open();
    const paths = Array.from({ length: 1_000 }, (_, at) => `/nowhere/${at}`);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    const deadline = performance.now() + 10_000;
    const answered = () => [...text.matchAll(/"no such path: ([^"]*)"},/g)].map(([, path]) => path);
    while (answered().length < paths.length && performance.now() < deadline) await pause(20);
    expect(answered()).toEqual(paths);
  });

  it('leave others their turn, also those who come on connections that were there before', async () => {
    const flood = health.repeat(2_000);
    const early = await open();
    const floods = await Promise.all(Array.from({ length: 100 }, open));
    const answers = floods.map(countAnswers);
    for (const socket of floods) socket.write(flood);
    for (const socket of [early, await open(), await open()]) {
      const count = countAnswers(socket);
      const before = answers.map((answered) => answered());
      socket.write(health);
      while (count() === 0) await once(socket, 'data');
      const meanwhile = answers.map((answered, at) => answered() - before[at]!);
      // Whatever the machine's speed: a small part of what they asked for. Much of it was on its way before.
      expect(median(meanwhile)).toBeLessThan(400);
    }
    // None was parsed to its end, to be cut then.
    expect(floods.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('are not kept in memory however many come, and nobody reads the answers', async () => {
    const before = peakMegabytes();
    const flood = health.repeat(Math.floor(66_000 / health.length));
    const all = await Promise.all(Array.from({ length: 200 }, open));
    for (const socket of all) socket.pause().write(flood);
    expect((await send(`${url}/health`)).status).toBe(200);
    expect(peakMegabytes() - before).toBeLessThan(350);
  });
});
