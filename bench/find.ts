import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { type Contender, measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import {
  type BenchServer,
  startBareServer,
  startExpressServer,
  startGatewayProcess,
} from './support/gateway';
import { insertInventory } from './support/inventory';
import { startLoadGenerator, toLoadRequest } from './support/load';
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
const [body = ''] = bodies;

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  const servers: BenchServer[] = [];
  const load = startLoadGenerator();
  try {
    await insertInventory(db, Number(options.creatives));
    const startedAt = performance.now();
    const gateway = await startGatewayProcess(uri);
    servers.push(gateway);
    console.log(
      `gateway with ${options.creatives} creatives ready after ${(performance.now() - startedAt).toFixed(0)} ms`,
    );
    const answer = await (await ask(gateway)).text();
    const bare = await startBareServer(answer.length);
    const express = await startExpressServer(answer.length);
    servers.push(bare, express);
    const requests = bodies.map((text) => toLoadRequest('POST', '/supply/find', text));
    const contenders: readonly Contender[] = [
      { name: 'bare', server: bare, requests, status: 200 },
      { name: 'express', server: express, requests, status: 200 },
      { name: 'find', server: gateway, requests, status: 200 },
    ];
    const [bareFigure, expressFigure, find] = await measureCpuPerRequest(load, contenders, {
      rounds: Number(options.rounds),
      windowMs: Number(options.window),
      connections: Number(options.connections),
    });
    console.log(`request ${body.length} bytes, answer ${answer.length} bytes`);
    reportCpu('P1 find / bare node:http', find!, bareFigure!, 'floor 5, goal 3');
    reportCpu('P1b find / Express', find!, expressFigure!, 'floor 1.3, goal 1.0');
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}

/** One find beforehand makes site and placements, and shows how large an answer is. */
async function ask({ port }: BenchServer): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}/supply/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { data } = (await response.clone().json()) as { data: readonly unknown[] };
  if (data.length !== 3) throw new Error(`expected 3 creatives, got ${data.length}`);
  return response;
}
