import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals';
import { FrequencyCounts } from '../../../src/market/frequency/frequency-counts';
import { FrequencyExchange } from '../../../src/market/frequency/frequency-exchange';
import { keepFrequencyCounts } from '../../../src/market/frequency/keep-frequency-counts.service';
import { noteBytes, SiblingNotes } from '../../../src/market/frequency/sibling-notes';
import { TakenShares } from '../../../src/market/frequency/taken-shares';
import { SharedLog } from '../../../src/platform/process/shared-log';
import { idOf } from '../selection/factories';
import { type OpenStores, openStores } from './open-stores';

const campaignId = idOf('campaign');
const ids = { campaignId, creativeId: idOf('creative without caps') };
const start = Date.UTC(2026, 5, 1, 12);
let time = start;
const now = () => new Date(time);

let folder = '';
let stores: OpenStores;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());
beforeEach(async () => {
  time = start;
  folder = mkdtempSync(join(tmpdir(), 'adgate-notes-'));
  dead.clear();
  await stores.empty();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const dead = new Set<number>();
let processes = 0;

/** @param shared the log that it shares; of its own for a process of another machine */
function aProcess(cap = '3/day', shared = folder) {
  const processId = (processes += 1);
  const taken = new TakenShares();
  const errors: unknown[] = [];
  const siblings = new SiblingNotes({
    log: new SharedLog({ folder: shared, recordBytes: noteBytes, spanNow: () => 1 }),
    taken,
    processId,
    isAlive: (id) => !dead.has(id),
    onError: (error) => errors.push(error),
  });
  const frequencyCounts = new FrequencyCounts({
    findCapped: (id) =>
      id === campaignId
        ? { frequencyCaps: [cap], showsToUnknownVisitors: true, timeZone: 'UTC', since: 0 }
        : null,
    timeZoneOf: () => 'UTC',
    offerMinutes: 30,
    maxEntries: 100_000,
    maxUncapped: 100_000,
    siblings,
  });
  const exchange = new FrequencyExchange({ ...stores, frequencyCounts, siblings, taken, now });
  return {
    exchange,
    errors,
    offer: () => frequencyCounts.noteOffer({ trackingId: idOf('ann'), at: time }, ids),
    /** As a find asks. */
    isReached: () => {
      frequencyCounts.takeUp();
      return frequencyCounts.isReached({ trackingId: idOf('ann'), at: time }, campaignId, () => 0);
    },
    kill: () => dead.add(processId),
  };
}
type Process = ReturnType<typeof aProcess>;

/** As the feed tells, which tells some twice. */
async function tellAll(all: readonly Process[]): Promise<void> {
  const found = await stores.idsOfShares();
  for (const { exchange } of [...all, ...all]) await exchange.refresh(found);
}

/** The offers that a process knows of, by how many more it takes to the cap of three. */
function offersKnownTo(one: Process): number {
  let more = 0;
  while (!one.isReached()) {
    one.offer();
    more += 1;
  }
  return 3 - more;
}

it('processes know at once what their siblings have counted, and count it once', async () => {
  const [one, two] = [aProcess(), aProcess()];
  one.offer();
  two.offer();
  for (const { exchange } of [one, two]) await exchange.flush();
  await tellAll([one, two]);
  expect([one.isReached(), two.isReached()]).toEqual([false, false]);
  expect(one.offer()).toBe(true);
  expect([one.isReached(), two.isReached()]).toEqual([true, true]);
});

it('of two that have asked before either has offered, the later one learns that it must not', () => {
  const [one, two] = [aProcess('1/day'), aProcess('1/day')];
  expect([one.isReached(), two.isReached()]).toEqual([false, false]);
  expect([two.offer(), one.offer()]).toEqual([true, false]);
});

it('another machine is told by the database, each change once', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'adgate-notes-'));
  const [one, two, far] = [aProcess(), aProcess(), aProcess('3/day', elsewhere)];
  one.offer();
  two.offer();
  for (const { exchange } of [one, two, far]) await exchange.flush();
  await tellAll([one, two, far]);
  expect(offersKnownTo(far)).toBe(2);
  rmSync(elsewhere, { recursive: true });
});

it('what a process had not stored when it died is stored by another one, once', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'adgate-notes-'));
  const [one, two, three] = [aProcess(), aProcess(), aProcess()];
  one.offer();
  await one.exchange.flush();
  one.offer();
  one.kill();
  for (const { exchange } of [two, three, two]) await exchange.flush();
  expect(await stores.idsOfShares()).toHaveLength(2);
  const far = aProcess('3/day', elsewhere);
  await far.exchange.load();
  await tellAll([two, three, far]);
  expect([two, far].map(offersKnownTo)).toEqual([2, 2]);
  rmSync(elsewhere, { recursive: true });
});

it('a process that starts knows what is stored and what was told alone, merged or not, once', async () => {
  const one = aProcess();
  one.offer();
  await one.exchange.flush();
  time += 120_000;
  await keepFrequencyCounts(
    { ...stores, now, config: { offerMinutes: 30 } },
    new AbortController().signal,
  );
  one.offer();
  const late = aProcess();
  await late.exchange.load();
  await one.exchange.flush();
  await tellAll([one, late]);
  expect(offersKnownTo(late)).toBe(2);
});

it('all processes are killed, and the first one that starts loses nothing', async () => {
  const [one, two] = [aProcess(), aProcess()];
  one.offer();
  two.offer();
  one.kill();
  two.kill();
  const next = aProcess();
  await next.exchange.load();
  await next.exchange.flush();
  await next.exchange.load();
  await tellAll([next]);
  expect(await stores.idsOfShares()).toHaveLength(2);
  expect(offersKnownTo(next)).toBe(2);
});

it('where nobody can be told, the database tells it, once', async () => {
  const [one, two] = [aProcess(), aProcess()];
  one.offer();
  two.isReached();
  rmSync(folder, { recursive: true });
  const [three, four] = [aProcess(), aProcess()];
  expect(three.offer()).toBe(true);
  expect(three.errors.length).toBeGreaterThan(0);
  await three.exchange.flush();
  await tellAll([three, four]);
  expect(four.offer()).toBe(true);
  expect(four.isReached()).toBe(false);
  expect(four.offer()).toBe(true);
  expect(four.isReached()).toBe(true);
});
