import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import type { AdEvent } from '../../../src/market/events/event';
import { type Offer, signOffer } from '../../../src/market/events/event-token';
import {
  type SigningKey,
  createSigningKeyStore,
} from '../../../src/platform/keys/signing-key.store';
import { anId } from '../../support/events';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy';
import { usualPatience } from '../../support/patience';
import {
  type TestProcess,
  startDatabaseProcess,
  startGatewayProcess,
} from '../../support/processes';
import { anOffer, firefox } from '../../support/view-stream';

/** Each way of a database that is away once, and as often none; `npm run soak` asks for more. */
const kills = Number(process.env.SOAK_KILLS ?? 4);
const eventsPerKill = 1000;
const clients = 64;

let folder = '';
let database: TestProcess;
let proxy: FaultProxy;
let db: Connection;
let keys: readonly SigningKey[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adgate-crash-'));
  database = await startDatabaseProcess(join(folder, 'database'));
  proxy = await startFaultProxy(Number(new URL(database.ready).port));
  const uri = new URL(database.ready);
  uri.pathname = '/crash';
  db = await mongoose.createConnection(uri.href).asPromise();
  keys = await createSigningKeyStore(db).getOrCreate('event-urls', randomBytes(32));
});

afterAll(async () => {
  await db.close();
  await proxy.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const startGateway = (env: Readonly<Record<string, string>> = {}) =>
  startGatewayProcess({
    mongodbUri: `mongodb://127.0.0.1:${proxy.port}/crash?directConnection=true&heartbeatFrequencyMS=500`,
    dataFolder: join(folder, 'data'),
    env,
  });

const viewPath = (caseId: string) =>
  `/view?e=${signOffer(keys, anOffer()).impressionToken}&cid=${caseId}`;

/** The status of an answer; null when the connection ended without one. */
function request(url: string, agent: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const req = get(url, { agent, headers: { 'User-Agent': firefox } }, (res) => {
      res.on('end', () => {
        resolve(res.statusCode!);
      });
      res.on('error', () => {
        resolve(null);
      });
      res.resume();
    });
    req.on('error', () => {
      resolve(null);
    });
  });
}

/** Keeps sending events, `clients` at a time; the cases that were acknowledged. */
function streamEvents(gateway: TestProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const acknowledged: string[] = [];
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const caseId = anId();
      const status = await request(`${gateway.ready}${viewPath(caseId)}`, agent);
      if (status === 200) acknowledged.push(caseId);
      else if (status === null) return;
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged,
    async untilAcknowledged(count: number) {
      while (acknowledged.length < count) await pause(5);
    },
    async stop() {
      isStopped = true;
      await ended;
      agent.destroy();
    },
  };
}

async function storedCases(): Promise<ReadonlySet<string>> {
  const events = db.db!.collection<{ _id: string; caseId: string }>('events');
  return new Set((await events.find().toArray()).map(({ caseId }) => caseId));
}

function storedOf({ requestId }: Offer): Promise<readonly AdEvent[]> {
  return db.db!.collection<AdEvent>('events').find({ requestId }).toArray();
}

async function untilJournalIsEmpty(dataFolder = join(folder, 'data')): Promise<void> {
  const hasSegments = async () =>
    (await readdir(join(dataFolder, 'journal'))).some((name) => name.endsWith('.journal'));
  while (await hasSegments()) await pause(20);
}

describe('acknowledged events', () => {
  it(
    `survive ${kills} times kill -9 of the gateway, with and without its database`,
    async () => {
      const acknowledged: string[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const gateway = await startGateway(usualPatience);
        const stream = streamEvents(gateway);
        const isDatabaseAway = kill % 2 === 1;
        if (isDatabaseAway) {
          await stream.untilAcknowledged(eventsPerKill / 2);
          if (kill % 4 === 1) proxy.cut();
          else proxy.stall();
        }
        await stream.untilAcknowledged(eventsPerKill);
        await gateway.kill();
        await stream.stop();
        acknowledged.push(...stream.acknowledged);
        proxy.restore();
      }
      const last = await startGateway();
      await untilJournalIsEmpty();
      await last.stop();

      const stored = await storedCases();
      expect(acknowledged.length).toBeGreaterThanOrEqual(kills * eventsPerKill);
      expect(acknowledged.filter((caseId) => !stored.has(caseId))).toEqual([]);
    },
    60_000 + kills * 15_000,
  );

  it('are counted once by two processes and over a restart', async () => {
    const caseId = anId();
    const path = viewPath(caseId);
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const copies = (gateway: TestProcess) =>
      Promise.all(Array.from({ length: 500 }, () => request(`${gateway.ready}${path}`, agent)));
    const [one, two] = await Promise.all([startGateway(), startGateway()]);
    const first = await Promise.all([copies(one), copies(two)]);
    await Promise.all([one.kill(), two.stop()]);
    const restarted = await startGateway();
    const second = await copies(restarted);
    await restarted.stop();
    agent.destroy();

    expect(new Set([...first.flat(), ...second])).toEqual(new Set([200]));
    const events = db.db!.collection<{ caseId: string }>('events');
    expect(await events.countDocuments({ caseId })).toBe(1);
  });

  it('count one case of an offer, of two processes and over a restart', async () => {
    const offer = anOffer();
    const path = `/view?e=${signOffer(keys, offer).impressionToken}&cid=`;
    const cases = Array.from({ length: 5 }, anId);
    const agent = new Agent({ keepAlive: true });
    const sendAll = (gateway: TestProcess) =>
      Promise.all(cases.map((caseId) => request(`${gateway.ready}${path}${caseId}`, agent)));
    const [one, two] = await Promise.all([startGateway(), startGateway()]);
    const first = await Promise.all([sendAll(one), sendAll(two)]);
    await Promise.all([one.kill(), two.kill()]);
    const restarted = await startGateway();
    const second = await sendAll(restarted);
    await restarted.stop();
    agent.destroy();

    expect(new Set([...first.flat(), ...second])).toEqual(new Set([200]));
    const stored = await storedOf(offer);
    expect(stored.map(({ caseId }) => caseId).sort()).toEqual([...cases].sort());
    expect(stored.filter(({ invalidTraffic }) => invalidTraffic === null)).toHaveLength(1);
  });

  it('include clicks whose landing page only the database knows, while that is away', async () => {
    const offer = anOffer();
    const path = `/click?e=${signOffer(keys, offer).clickToken}`;
    const gateway = await startGateway(usualPatience);
    proxy.cut();
    const answer = await fetch(`${gateway.ready}${path}`, { headers: { 'User-Agent': firefox } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    await gateway.kill();
    proxy.restore();
    const restarted = await startGateway();
    await untilJournalIsEmpty();
    expect(await storedOf(offer)).toMatchObject([{ kind: 'click', invalidTraffic: null }]);
    // The database answers again, and knows of no such campaign.
    const repeat = await fetch(`${restarted.ready}${path}`, { headers: { 'User-Agent': firefox } });
    expect(repeat.status).toBe(404);
    await restarted.stop();
    expect(await storedOf(offer)).toHaveLength(1);
  });

  it('survive SIGTERM while events stream', async () => {
    const gateway = await startGateway();
    const stream = streamEvents(gateway);
    await stream.untilAcknowledged(eventsPerKill);
    await Promise.all([gateway.stop(), stream.stop()]);
    const stored = await storedCases();
    expect(stream.acknowledged.filter((caseId) => !stored.has(caseId))).toEqual([]);
    expect(await readdir(join(folder, 'data/journal'))).toEqual([]);
  });
});
