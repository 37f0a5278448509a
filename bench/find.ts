import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { withDatabase } from './support/database';
import { measureEndpoint } from './support/endpoint';
import { startGatewayProcess } from './support/gateway';
import { insertInventory } from './support/inventory';
import { reportCpu } from './support/report';

/**
 * P1 and P1b: `POST /supply/find` for 3 placements over 100,000 active creatives, against bare node:http and against
 * Express with its JSON middleware, both reading the same request and answering as many bytes.
 */
const { values: options } = parseArgs({
  options: {
    creatives: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
  },
});

/** Different page impressions: the winner, and whether it explores, hangs on the id. */
const bodies = Array.from({ length: 500 }, () =>
  JSON.stringify({
    context: {
      iid: randomUUID(),
      url: 'https://publisher.example/page',
      publisher: '0001-00000002-BB2D',
      medium: 'web',
    },
    placements: [
      { id: '1', width: 300, height: 250, types: ['image'], mimes: ['image/png', 'image/jpeg'] },
      { id: '2', width: 728, height: 90, types: ['image'] },
      { id: '3', width: 160, height: 600, topframe: true },
    ],
  }),
);
void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  await insertInventory(db, Number(options.creatives));
  const startedAt = performance.now();
  const gateway = await startGatewayProcess(uri);
  console.log(
    `gateway with ${options.creatives} creatives ready after ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
  try {
    const { endpoint, bare, express } = await measureEndpoint(gateway, {
      path: '/supply/find',
      bodies,
      check: assertFilled,
      rounds: Number(options.rounds),
      windowMs: Number(options.window),
      connections: Number(options.connections),
    });
    reportCpu('P1 find / bare node:http', endpoint, bare, 'floor 5, goal 3');
    reportCpu('P1b find / Express', endpoint, express, 'floor 1.3, goal 1.0');
  } finally {
    await gateway.stop();
  }
}

/** The find beforehand also makes site and placements. */
async function assertFilled(answer: Response): Promise<void> {
  const { data } = (await answer.json()) as { data: readonly unknown[] };
  if (data.length !== 3) throw new Error(`expected 3 creatives, got ${data.length}`);
}
