import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadOrder, LoadResult, OpenLoadOrder, OpenLoadResult } from './load';

/**
 * The other side of `load.ts`: a program that keeps connections busy and looks at the answers. It reads no more of HTTP
 * than where an answer ends, to need less time than a server.
 */
process.on('message', (order: LoadOrder | OpenLoadOrder) => {
  const running = 'perSecond' in order ? arrive(order) : keepBusy(order);
  running.then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

/** Each connection asks as soon as it is answered. */
async function keepBusy(order: LoadOrder): Promise<LoadResult> {
  const statuses = new Map<number, number>();
  const requests = order.requests.map(({ head, body }) => ({ head, body: body ?? '' }));
  let sent = 0;
  const startedAt = performance.now();
  const until = startedAt + order.durationMs;
  const askOn = (connection: Connection) => {
    if (performance.now() >= until) {
      connection.socket.destroy();
      return;
    }
    const { head, body } = requests[(sent += 1) % requests.length]!;
    connection.socket.write(
      head.replace('{uuid}', randomUuid) + body.replace('{uuid}', randomUuid),
    );
  };
  const onAnswer = (connection: Connection, status: number) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    askOn(connection);
  };
  const connections = Array.from({ length: order.connections }, async () => {
    const connection = await openConnection(order.port, onAnswer);
    askOn(connection);
    await connection.closed;
  });
  await Promise.all(connections);
  return { statuses: Object.fromEntries(statuses), elapsedMs: performance.now() - startedAt };
}

/** Requests come at times drawn beforehand, exponentially, as those of people who know nothing of each other. */
async function arrive(order: OpenLoadOrder): Promise<OpenLoadResult> {
  const { perSecond, durationMs, leaves = false } = order;
  const arrivals: number[] = [];
  for (let at = 0; at < durationMs; at += (-Math.log(1 - Math.random()) * 1000) / perSecond)
    arrivals.push(at);
  const latencies: number[] = [];
  const goodLatencies: number[] = [];
  const idle: Connection[] = [];
  const due: number[] = [];
  let [left, sent] = [0, 0];
  const startedAt = performance.now() + 100;
  const texts = order.requests.map(({ head, body }) => head + (body ?? ''));
  const serve = () => {
    // In turn: a server closes a connection that rests, and what is sent on it then is lost.
    while (due.length > 0 && idle.length > 0) {
      const connection = idle.shift()!;
      connection.dueAt = due.shift()!;
      connection.socket.write(texts[(sent += 1) % texts.length]!);
    }
    if (leaves) left += due.splice(0).length;
  };
  const onAnswer = (connection: Connection, status: number) => {
    const latency = performance.now() - startedAt - connection.dueAt;
    latencies.push(latency);
    if (status === 200) goodLatencies.push(latency);
    idle.push(connection);
    serve();
  };
  for (let count = 0; count < order.connections; count += 1)
    idle.push(await openConnection(order.port, onAnswer));
  for (let next = 0; latencies.length + left < arrivals.length; ) {
    const now = performance.now() - startedAt;
    while (next < arrivals.length && arrivals[next]! <= now) due.push(arrivals[next++]!);
    serve();
    await pause(1);
  }
  const failed = latencies.length - goodLatencies.length;
  for (const list of [latencies, goodLatencies]) list.sort((a, b) => a - b);
  return { latencies, goodLatencies, failed, left };
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

interface Connection {
  readonly socket: Socket;
  /** Rejects on an error. */
  readonly closed: Promise<void>;
  /** The time that was fixed for the request under way. */
  dueAt: number;
}

/** Tells of each answer, once it is whole. */
async function openConnection(
  port: number,
  onAnswer: (connection: Connection, status: number) => void,
): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true).setEncoding('latin1');
  const closed = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => {
      resolve();
    });
  });
  await Promise.race([closed, new Promise((resolve) => socket.on('connect', resolve))]);
  const connection: Connection = { socket, closed, dueAt: 0 };
  let received = '';
  let missing = 0;
  let status = 0;
  socket.on('data', (chunk: string) => {
    if (missing > 0) missing -= chunk.length;
    else {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      status = Number(received.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd + 2))?.[1];
      if (length === undefined) socket.destroy(new Error(`no content length: ${received}`));
      missing = headEnd + 4 + Number(length) - received.length;
      received = '';
    }
    if (missing <= 0) onAnswer(connection, status);
  });
  return connection;
}
