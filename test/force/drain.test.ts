import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase } from '../support/database';
import { runProgram } from '../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-drain-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function startGateway(mongodbUri: string, name: string) {
  const program = runProgram('src/main.js', {
    env: {
      ...{ PORT: '0', MONGODB_URI: mongodbUri, ADGATE_DATA_DIR: join(folder, name) },
      // Longer, and a busy machine exits too late.
      ADGATE_PATIENCE: '3',
    },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  return { program, url };
}

/** One find by a connection of its own. */
async function find(url: string): Promise<number | undefined> {
  const sent = request(`${url}/supply/find`, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json' },
  });
  sent.end(
    JSON.stringify({
      context: { iid: randomUUID(), url: 'https://news.example' },
      placements: [{ id: 'a', width: 300, height: 250 }],
    }),
  );
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await buffer(response);
  return response.statusCode;
}

/** Takes one gateway after the other, and the next one when nobody listens: what was connected is never tried again. */
class Balancer {
  readonly answers: Record<string, number> = {};
  /** Names of the gateways that have answered, in order. */
  readonly answeredBy: string[] = [];
  readonly #urls: readonly string[];
  #next = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  async find(): Promise<void> {
    let outcome = 'nobody listens';
    const first = this.#next++;
    for (let tries = 0; tries < this.#urls.length; tries += 1) {
      const url = this.#urls[(first + tries) % this.#urls.length]!;
      try {
        outcome = String(await find(url));
        this.answeredBy.push(url);
        break;
      } catch (error) {
        const code = String((error as NodeJS.ErrnoException).code);
        if (code !== 'ECONNREFUSED') {
          outcome = code;
          break;
        }
      }
    }
    this.answers[outcome] = (this.answers[outcome] ?? 0) + 1;
  }
}

/**
 * The longest exit that operators count on, however busy the machine: docs/operating.md, and the supervisors' own
 * limits.
 */
const mostMsToExit = 15_000;

const gateways: Awaited<ReturnType<typeof startGateway>>[] = [];
beforeAll(async () => {
  const uri = await freshDatabase();
  for (const name of ['one', 'two']) gateways.push(await startGateway(uri, name));
});

it('a gateway that stops under load fails no request of busy clients behind a balancer', async () => {
  const [first, second] = gateways;
  const balancer = new Balancer(gateways.map(({ url }) => url));
  await balancer.find();
  const giveUpAt = performance.now() + 12_000;
  let isOver = false;
  const clients = Array.from({ length: 64 }, async () => {
    while (!isOver && performance.now() < giveUpAt) await balancer.find();
  });

  await pause(1_000);
  first!.program.kill('SIGTERM');
  const askedAt = performance.now();
  const { code } = await first!.program.exited;
  expect(performance.now() - askedAt).toBeLessThan(mostMsToExit);
  const answeredBefore = balancer.answeredBy.length;
  await pause(300);
  isOver = true;
  await Promise.all(clients);

  expect([code, balancer.answers]).toEqual([0, { 200: expect.any(Number) }]);
  // It was asked to the end of its grace, and the other one goes on alone.
  const byTheFirst = balancer.answeredBy.filter((url) => url === first!.url);
  expect(byTheFirst.length).toBeGreaterThan(64);
  expect(balancer.answeredBy.slice(answeredBefore)).toContain(second!.url);
});
