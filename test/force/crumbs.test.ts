import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, send, startApp } from '../support/app';
import { cpuMsOf } from '../support/cpu';
import { freshDatabase } from '../support/database';
import { type Program, runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-crumbs-'));
const sockets: Socket[] = [];
let program: Program;
let url: string;
let token: string;

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  program = runProgram('src/assembly/worker.js', {
    env: { PORT: '0', MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: folder },
  });
  [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  const app = await startApp({ mongodbUri, env: { ADGATE_PUBLIC_URL: url } });
  token = await accessToken(app, { scopes: ['campaign.write'] });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  program.kill('SIGKILL');
  await program.exited;
  rmSync(folder, { recursive: true, force: true });
});

const count = 10;
/** Bytes of each body, each in a piece of its own. */
const crumbs = 250_000;

/** A body that nobody takes costs the parser some 100 ms; those that were taken did 600 ms and 90 MB. */
const mostMs = 300;
const mostMegabytes = 50;

/** CPU time that the gateway has used so far, or since then: microseconds. */
function usedCpu(before: NodeJS.CpuUsage = { user: 0, system: 0 }): NodeJS.CpuUsage {
  const [, ...fields] = readFileSync(`/proc/${program.pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.join('').split(' ').slice(11, 13).map(Number);
  return { user: user * 10_000 - before.user, system: system * 10_000 - before.system };
}

/** The most memory that the gateway has had so far. */
function mostUsedMegabytes(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** Sends a body byte by byte, until it is answered or cut. */
async function sendCrumbs(path: string, type: string, begin: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nAuthorization: Bearer ${token}\r\n` +
      `Apollo-Require-Preflight: 1\r\nTransfer-Encoding: chunked\r\n\r\n${begin.length.toString(16)}\r\n${begin}\r\n` +
      '1\r\n \r\n'.repeat(crumbs),
  );
  await new Promise<unknown>((resolve) => {
    socket.once('data', resolve).once('close', resolve);
  });
}

const form = 'multipart/form-data; boundary=b';
const file =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\nx';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('bodies in pieces of a byte', () => {
  it.each([
    ['a find', '/supply/find', 'application/json', '{'],
    ['GraphQL', '/graphql', 'application/json', '{'],
    ['a form of a page', '/auth/authorize', 'application/x-www-form-urlencoded', 'a='],
    ['an upload', '/api/v2/campaigns/creative', form, file],
    ['an upload by GraphQL', '/graphql', form, file],
    ['what no path takes', '/nowhere', 'text/plain', 'a'],
    ['a body of another type', '/supply/find', 'text/x', 'a'],
  ])('take little time and memory: %s', async (_case, path, type, begin) => {
    const before = mostUsedMegabytes();
    const work = async () => {
      await Promise.all(Array.from({ length: count }, () => sendCrumbs(path, type, begin)));
      expect((await send(`${url}/health`)).status).toBe(200);
    };
    expect((await cpuMsOf(work, count * mostMs, usedCpu)) / count).toBeLessThan(mostMs);
    expect((mostUsedMegabytes() - before) / count).toBeLessThan(mostMegabytes);
  });
});
