import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { withDatabase } from './support/database';
import { findBodies, findOnce } from './support/find-bodies';
import { startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { measurePeak, runOpenLoad, toLoadRequest } from './support/load';
import { reportRatio } from './support/report';
import { median, quantile } from './support/statistics';

/**
 * R9: how much longer the slowest finds take beside connections that send one byte at a time: half of them a head, half a
 * body. Who is cut off connects again. Finds come at times that are fixed beforehand.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    slow: { type: 'string', default: '1000' },
    /** Between two bytes of a slow connection, in milliseconds. */
    pause: { type: 'string', default: '1000' },
    /** Of the finds that the gateway can answer at most. */
    share: { type: 'string', default: '0.4' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '5' },
  },
});
const requests = findBodies.map((body) => toLoadRequest('POST', '/supply/find', body));
void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const gateway = await startGatewayProcess(uri, { onAllCores: true });
  try {
    const { port } = gateway;
    await findOnce(port);
    const perSecond = (await measurePeak({ port, requests })) * Number(options.share);
    const p99 = async () => {
      const durationMs = Number(options.seconds) * 1_000;
      const { latencies, failed } = await runOpenLoad({
        ...{ port, requests, perSecond, durationMs, connections: 256 },
      });
      if (failed > 0) throw new Error(`${failed} finds failed`);
      return quantile(latencies, 0.99);
    };
    const [alone, beside]: [number[], number[]] = [[], []];
    // In turn, so that both have the same share of what else the machine does.
    for (let round = 0; round < Number(options.rounds); round += 1) {
      alone.push(await p99());
      const slow = await openSlowConnections(port, Number(options.slow));
      beside.push(await p99());
      slow.close();
    }
    reportRatio(
      `R9 p99 of ${perSecond.toFixed(0)} finds/s beside ${options.slow} slow connections`,
      `${median(beside).toFixed(1)} / ${median(alone).toFixed(1)} ms`,
      median(beside) / median(alone),
    );
  } finally {
    await gateway.stop();
  }
}

interface SlowConnections {
  close(): void;
}

async function openSlowConnections(port: number, count: number): Promise<SlowConnections> {
  const slow = new Set<() => void>();
  let isClosed = false;
  const open = async (index: number): Promise<void> => {
    const { head, body = '' } = requests[index % requests.length]!;
    const text = head + body;
    /** The bytes sent at once: the method, or the whole head. */
    let sent = index % 2 === 0 ? 'POST '.length : head.length;
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true).resume();
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    socket.write(text.slice(0, sent));
    const timer = setInterval(() => {
      if (sent < text.length) socket.write(text[sent++]!);
    }, Number(options.pause));
    const end = () => {
      clearInterval(timer);
      socket.destroy();
    };
    slow.add(end);
    socket.on('close', () => {
      clearInterval(timer);
      slow.delete(end);
      if (!isClosed) void open(index).catch(() => undefined);
    });
  };
  await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  return {
    close() {
      isClosed = true;
      for (const end of slow) end();
    },
  };
}
