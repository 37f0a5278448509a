import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '../support/app';
import { peakMegabytes, type Program, runProgram } from '../support/process';

const count = 2_000;
/**
 * Bytes that each client sends at once, of a body that says it has more; all bodies together have twice the relay's
 * limit.
 */
const pieceBytes = 60_000;
/** The relay's limit of bodies under way. */
const bodyMegabytes = 64;

let program: Program;
let url: string;
let sockets: readonly Socket[] = [];

beforeAll(async () => {
  program = runProgram('sidecar/relay/main.js', {
    env: {
      ADGATE_RELAY_PORT: '0',
      ADGATE_RELAY_NODES: 'node.example',
      // Each of the many is a client of its own, as if it came by a proxy.
      ADGATE_RELAY_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  [, url = ''] = await program.printed(/^Adgate relay is ready at (\S+)$/m);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});
afterAll(async () => {
  program.kill('SIGTERM');
  await program.exited;
});

async function sendSlowly(client: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => socket.destroy()).resume();
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Forwarded-For: ${client}\r\n` +
      `Content-Length: 200000\r\n\r\n${' '.repeat(pieceBytes)}`,
  );
  return socket;
}

/** Begins them a hundred at a time. */
async function begin(): Promise<readonly Socket[]> {
  const begun: Socket[] = [];
  for (let at = 0; at < count; at += 100) {
    const clients = Array.from(
      { length: 100 },
      (_, index) => `10.1.${(at + index) >> 8}.${(at + index) & 255}`,
    );
    begun.push(...(await Promise.all(clients.map(sendSlowly))));
  }
  return begun;
}

const call = (text = '') =>
  send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.7' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nope' }) + text,
  });

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('two thousand bodies that come slowly', () => {
  it('are bounded in their sum; who is honest is answered meanwhile, and all of it after', async () => {
    const before = peakMegabytes(program);
    let peak = 0;
    for (const round of ['first', 'second']) {
      sockets = await begin();
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write(' ');
      }, 200);
      for (let at = 0; at < 10; at += 1) {
        expect([round, (await call()).status]).toEqual([round, 200]);
        await pause(100);
      }
      clearInterval(drip);
      const open = sockets.filter(({ destroyed }) => !destroyed).length;
      // The budget is used, and no more than that.
      expect(open).toBeGreaterThan(500);
      expect(open * pieceBytes).toBeLessThanOrEqual(bodyMegabytes * 2 ** 20);
      if (round === 'first') peak = peakMegabytes(program);
      for (const socket of sockets) socket.destroy();
      // Its share is given back: a body that needs some of it is taken.
      let status = 0;
      while (status !== 200) ({ status } = await call(' '.repeat(200_000)));
    }
    expect(peak - before).toBeLessThan(3 * bodyMegabytes);
    expect(peakMegabytes(program) - peak).toBeLessThan(bodyMegabytes);
  });
});
