import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenLoadOrder, OpenLoadResult } from './open-load';

/** The other side of `open-load.ts`. Times between arrivals are exponential, as those of people who know nothing of each other. */
process.on('message', (order: OpenLoadOrder) => {
  run(order).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(order: OpenLoadOrder): Promise<OpenLoadResult> {
  const { perSecond, durationMs, leaves = false } = order;
  const arrivals: number[] = [];
  for (let at = 0; at < durationMs; at += (-Math.log(1 - Math.random()) * 1000) / perSecond)
    arrivals.push(at);
  const latencies: number[] = [];
  const goodLatencies: number[] = [];
  const idle: Connection[] = [];
  const due: number[] = [];
  let left = 0;
  const startedAt = performance.now() + 100;
  const serve = () => {
    // In turn: a server closes a connection that rests, and what is sent on it then is lost.
    while (due.length > 0 && idle.length > 0) idle.shift()!.ask(due.shift()!);
    if (leaves) left += due.splice(0).length;
  };
  const onAnswer = (connection: Connection, scheduledAt: number, status: number) => {
    const latency = performance.now() - startedAt - scheduledAt;
    latencies.push(latency);
    if (status === 200) goodLatencies.push(latency);
    idle.push(connection);
    serve();
  };
  const texts = order.requests.map(({ head, body }) => head + (body ?? ''));
  for (let count = 0; count < order.connections; count += 1)
    idle.push(await openConnection(order.port, texts, onAnswer));
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

interface Connection {
  ask(scheduledAt: number): void;
}

let asked = 0;

function openConnection(
  port: number,
  texts: readonly string[],
  onAnswer: (connection: Connection, scheduledAt: number, status: number) => void,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true).setEncoding('latin1');
    let received = '';
    let scheduledAt = 0;
    const connection: Connection = {
      ask(at) {
        scheduledAt = at;
        socket.write(texts[(asked += 1) % texts.length]!);
      },
    };
    socket.on('connect', () => {
      resolve(connection);
    });
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd + 2))?.[1];
      if (received.length < headEnd + 4 + Number(length)) return;
      const status = Number(received.slice(9, 12));
      received = '';
      onAnswer(connection, scheduledAt, status);
    });
    socket.on('error', reject);
  });
}
