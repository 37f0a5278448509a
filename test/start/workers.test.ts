import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { createSigningKeyStore, type SigningKey } from '../../src/platform/keys/signing-key.store';
import { parseOpenMetrics } from '../support/open-metrics';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { type DatabaseProxy, startDatabaseProxy } from '../support/fault-proxy';
import { usualPatience } from '../support/patience';
import { pidsOf, type Program, runProgram } from '../support/process';
import { listStoredCases, streamViews } from '../support/view-stream';

const folder = mkdtempSync(join(tmpdir(), 'adgate-workers-'));
const settingsFile = join(folder, 'settings');
const journal = join(folder, 'data/journal');
const patience = 240_000;
const clients = 4;

let db: Connection;
let proxy: DatabaseProxy;
let uri = '';
let keys: readonly SigningKey[];

beforeAll(async () => {
  const direct = await freshDatabase();
  db = await mongoose.createConnection(direct).asPromise();
  keys = await createSigningKeyStore(db).getOrCreate('event-urls', randomBytes(32));
  proxy = await startDatabaseProxy(direct);
  ({ uri } = proxy);
});

afterAll(async () => {
  await db.close();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The test's own timeout ends it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

const setWorkers = (count: number | string) => {
  writeFileSync(settingsFile, `ADGATE_WORKERS=${count}\n`);
};

/** @returns once so many have become ready, with those that died */
async function untilStarted(program: Program, count: number): Promise<readonly number[]> {
  await until(() => pidsOf(program).length === count);
  return pidsOf(program);
}

async function start(workers: number) {
  setWorkers(workers);
  const program = runProgram('src/main.js', {
    env: {
      PORT: '0',
      MONGODB_URI: uri,
      ADGATE_DATA_DIR: join(folder, 'data'),
      ADGATE_SETTINGS_FILE: settingsFile,
      ADGATE_LOG_LEVEL: 'info',
      ...usualPatience,
    },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  await untilStarted(program, workers);
  return { program, url };
}

async function figureOf(url: string, name: string): Promise<number> {
  const { body } = await send(`${url}/metrics`);
  const lines = String(body).split('\n');
  return lines
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const viewsOf = (url: string) =>
  figureOf(url, 'adgate_http_requests_total{method="GET",route="/view"');

async function expectStoredOnce(acknowledged: readonly string[]): Promise<void> {
  const stored = await listStoredCases(db);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...new Set(acknowledged).difference(new Set(stored))]).toEqual([]);
}

describe('workers that share a port', () => {
  let program: Program;
  let url = '';
  beforeAll(async () => {
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o755);
    ({ program, url } = await start(2));
  }, patience);

  it('begin with what is wrong on the machine, a line for each', () => {
    const line = /"remedy":"chmod 700 [^"]+","msg":"others of this machine may look into/g;
    expect(program.output().match(line)).toHaveLength(1);
  });

  it('show the figures of all by whichever is asked, in OpenMetrics, too', async () => {
    const headers = { Accept: 'application/openmetrics-text' };
    const { families, samples } = parseOpenMetrics(
      String((await send(`${url}/metrics`, { headers })).body),
    );
    expect(families.get('adgate_worker_restarts')).toBe('counter');
    expect(samples).toContainEqual({ series: 'adgate_workers', value: 2 });
    expect(await figureOf(url, 'adgate_workers ')).toBe(2);
    expect(await figureOf(url, 'adgate_ready ')).toBe(1);
  });

  it(
    'lose no acknowledged event when one is killed, which is started again',
    async () => {
      const stream = streamViews(url, { keys, clients });
      await stream.untilAcknowledged(200);
      const [victim] = pidsOf(program);
      process.kill(victim!, 'SIGKILL');
      await program.printed(/the gateway is back/);
      await stream.untilAcknowledged(200);
      await stream.stop();

      expect(await figureOf(url, 'adgate_worker_restarts_total ')).toBe(1);
      await expectStoredOnce(stream.acknowledged);
    },
    patience,
  );

  it(
    'are replaced one after the other by SIGHUP, with settings of today and no failed request',
    async () => {
      const stream = streamViews(url, { keys, clients });
      await stream.untilAcknowledged(100);
      const counted = await viewsOf(url);
      const acknowledged = stream.acknowledged.length;
      setWorkers(1);
      program.kill('SIGHUP');
      // Two that began, the one that followed the killed one, and its successor.
      const pids = await untilStarted(program, 4);
      await until(async () => (await figureOf(url, 'adgate_workers ')) === 1);
      await stream.untilAcknowledged(100);
      await stream.stop();

      expect(stream.failures).toEqual([]);
      await until(() => pids.slice(0, 3).every((pid) => !isAlive(pid)));
      const since = stream.acknowledged.length - acknowledged;
      expect(await viewsOf(url)).toBeGreaterThanOrEqual(counted + since);
      await expectStoredOnce(stream.acknowledged);
    },
    patience,
  );

  it('stay as they are when the settings cannot be read', async () => {
    setWorkers('many');
    program.kill('SIGHUP');
    await program.printed(/the reload failed/);
    expect(await figureOf(url, 'adgate_workers ')).toBe(1);
    expect((await send(`${url}/health`)).status).toBe(200);
  });

  it(
    'finish what is under way on SIGTERM',
    async () => {
      const stream = streamViews(url, { keys, clients });
      await stream.untilAcknowledged(100);
      program.kill('SIGTERM');
      const { code } = await program.exited;
      await stream.stop();

      expect(code).toBe(0);
      expect(stream.failures.filter((failure) => failure !== 'ECONNREFUSED')).toEqual([]);
      await expectStoredOnce(stream.acknowledged);
      expect(readdirSync(journal)).toEqual([]);
    },
    patience,
  );
});

it(
  'fewer workers take over the journals that more have left, once',
  async () => {
    const { program, url } = await start(2);
    const stream = streamViews(url, { keys, clients });
    proxy.cut();
    await stream.untilAcknowledged(200);
    for (const pid of pidsOf(program)) process.kill(pid, 'SIGKILL');
    program.kill('SIGKILL');
    await program.exited;
    await stream.stop();
    const left = readdirSync(journal).filter((name) => name.endsWith('.journal'));
    expect(left.length).toBeGreaterThan(1);

    proxy.restore();
    const next = await start(1);
    await until(() => readdirSync(journal).every((name) => !name.endsWith('.journal')));
    next.program.kill('SIGTERM');
    await next.program.exited;
    await expectStoredOnce(stream.acknowledged);
  },
  patience,
);

it('who ends at every start is given up, and the reason is said once', async () => {
  const program = runProgram('src/main.js', {
    env: {
      ...{ PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1', ADGATE_WORKERS: '4' },
      // Not that of the checkout, of which the machine's warnings may tell.
      ADGATE_DATA_DIR: join(folder, 'unused'),
      ...usualPatience,
    },
  });
  expect((await program.exited).code).toBe(1);
  expect(program.output().trim().split('\n')).toEqual([
    expect.stringMatching(/^adgate: the database does not answer/),
  ]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
