import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import type { LoadOrder, LoadResult } from './load';

/**
 * The other side of `load.ts`: a program that keeps a number of connections busy, each with one request after the
 * other, and counts the answers. It reads no more of HTTP than where an answer ends, to need less time than a server.
 */
process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
console.log('ready');

async function run(order: LoadOrder): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const requests = order.requests.map(({ head, body }) => ({ head, body: body ?? '' }));
  let sent = 0;
  const until = performance.now() + order.durationMs;
  const startedAt = performance.now();
  const next = () => {
    if (performance.now() >= until) return null;
    const { head, body } = requests[(sent += 1) % requests.length]!;
    return head.replace('{uuid}', randomUuid) + body;
  };
  await Promise.all(
    Array.from({ length: order.connections }, () => keepBusy(order.port, next, statuses)),
  );
  return { statuses: Object.fromEntries(statuses), elapsedMs: performance.now() - startedAt };
}

let pool = Buffer.alloc(0);
let poolAt = 0;

/** 32 hex digits; drawn in blocks, because the kernel is slow to ask. */
function randomUuid(): string {
  if (poolAt === pool.length) {
    pool = randomBytes(16 * 1024);
    poolAt = 0;
  }
  poolAt += 16;
  return pool.toString('hex', poolAt - 16, poolAt);
}

/** Sends requests until there is no next one. */
function keepBusy(
  port: number,
  next: () => string | null,
  statuses: Map<number, number>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received = '';
    let missing = 0;
    const send = () => {
      const request = next();
      if (request === null) socket.destroy();
      else socket.write(request);
    };
    const count = (status: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      send();
    };
    let status = 0;
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('data', (chunk: string) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing <= 0) count(status);
        return;
      }
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      status = Number(received.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd + 2))?.[1];
      if (length === undefined) failOn(socket, `no content length: ${received}`);
      missing = headEnd + 4 + Number(length) - received.length;
      received = '';
      if (missing <= 0) count(status);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve();
    });
  });
}

function failOn(socket: Socket, reason: string): void {
  socket.destroy(new Error(reason));
}
