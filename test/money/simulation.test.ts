import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  verifyAgain,
  type VerifyAgainParams,
} from '../../src/money/verification/again/verify-again.service';
import { runCommand } from '../support/command-line';
import { startVerifier } from '../support/verification';
import { minutesAfter, type Verifier } from '../support/verifier';
import { createChance } from './simulation/chance';
import { type Crew, startCrew } from './simulation/crew';
import { planTicks } from './simulation/deliveries';
import { readFindings, sumOfVerdicts } from './simulation/findings';
import { recount } from './simulation/recount';
import {
  createWorld,
  demandFee,
  leastClickMs,
  leastViewMs,
  mostClickedPercent,
  noon,
  supplyFee,
  tickMs,
  ticksOfEvents,
  visitorLimit,
} from './simulation/story';
import { Withdrawers } from './simulation/withdrawals';
import { createAll, perform } from './simulation/world';
import { readSeed } from '../support/seed';

/**
 * Four hours of the market in simulated time. This process stores events as gateways do, each with the time at which it
 * happened, changes what people change, withdraws funds while offers are out, and sets the clock. Real processes with the verification of a gateway work
 * against each other, by that clock; their stores fail now and then, and some are killed by `kill -9`. In the end
 * everything is recounted by code that is none of src/money's: of the verdicts it takes their order alone, and of
 * campaigns when the server suspended them.
 *
 * The suite has a part of it; `npm run soak` has 50,000 events and 20 kills. SIMULATION_SEED repeats a run's plan.
 */
const eventCount = Number(process.env.SOAK_SIMULATED_EVENTS ?? 5_000);
const kills = Number(process.env.SOAK_SIMULATED_KILLS ?? 5);
const seed = readSeed('SIMULATION_SEED');

const coin = 10n ** 11n;

const chance = createChance(seed);
const world = createWorld(chance, eventCount);
const ticks = planTicks(chance, world, eventCount);
const settings = {
  ADGATE_DEMAND_FEE: String(demandFee),
  ADGATE_SUPPLY_FEE: String(supplyFee),
  ADGATE_MAX_VISITOR_CASES: String(visitorLimit),
  ADGATE_LEAST_VIEW_MS: String(leastViewMs),
  ADGATE_LEAST_CLICK_MS: String(leastClickMs),
  ADGATE_MAX_PAIR_CASES: String(world.pairLimit),
  ADGATE_MAX_VISITOR_CLICK_SHARE: String(mostClickedPercent),
  // Everybody comes from one network, and clicks a lot.
  ...{ ADGATE_MAX_NETWORK_CASES: '0', ADGATE_MAX_ANONYMOUS_CASES: '0' },
  ...{ ADGATE_MAX_NETWORK_CLICK_SHARE: '0', ADGATE_MAX_PAIR_CLICK_SHARE: '0' },
  ADGATE_MAX_SITE_CLICK_SHARE: '0',
  ADGATE_RATE_MAX_AGE: '1',
};

let folder: string;
let one: Verifier;
let crew: Crew;
let withdrawers: Withdrawers;

beforeAll(async () => {
  console.log(`simulation of ${eventCount} events and ${kills} kills, SIMULATION_SEED=${seed}`);
  folder = await mkdtemp(join(tmpdir(), 'adgate-simulation-'));
  one = await startVerifier({ env: settings, rate: null });
  one.clock.now = noon;
  await createAll(one.ctx, world);
  withdrawers = new Withdrawers(one.ctx);
  const env = { ...settings, ADGATE_DATA_DIR: folder };
  crew = await startCrew({ size: 2, env, uri: one.uri, faultProbability: 0.01, seed });
});

afterAll(async () => {
  await crew.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores what comes within a tick, and has it verified meanwhile; `disturb` happens in the middle. */
async function live(tick: number, disturb: () => Promise<void>): Promise<void> {
  const [from, to] = [tick, tick + 1].map((at) => noon.getTime() + at * tickMs);
  for (const act of world.acts.filter(({ at }) => at.getTime() >= from! && at.getTime() < to!)) {
    one.clock.now = act.at;
    await perform({ ctx: one.ctx, withdrawers }, world, act);
  }
  one.clock.now = new Date(to!);
  const { deliveries, conversions } = ticks[tick]!;
  let isStored = false;
  const store = async () => {
    for (const delivery of deliveries) await one.ctx.events.insertMany(delivery, one.clock.now);
    for (const conversion of conversions)
      await one.ctx.inTransaction((session) =>
        one.ctx.recordedConversions.insert(conversion, { claims: [], nonce: null }, session),
      );
  };
  const isOver = Promise.all([store(), disturb(), moveFunds(tick)]).then(() => {
    isStored = true;
  });
  await Promise.all([isOver, crew.verify(one.clock.now, () => isStored)]);
}

/** Of one who can owe without bounds, while the charges of the same account are booked: whoever comes first, nothing is lost. */
async function moveFunds(tick: number): Promise<void> {
  if (tick >= ticksOfEvents || tick % 4 !== 3) return;
  const units = BigInt(eventCount) * coin;
  await Promise.all([
    withdrawers.ask(world.restlessId, units / 100n, 2),
    withdrawers.book(world.restlessId, units / 200n),
    // More than there is.
    withdrawers.ask(world.restlessId, 2n * units, 1),
  ]);
  if (tick % 8 === 7) await withdrawers.cancel(world.restlessId);
}

async function killSomebody(): Promise<void> {
  await pause(chance.between(0, 150));
  // One that has nothing to do would die of nothing.
  while (!crew.killOne(chance.between(0, 2))) await pause(chance.between(1, 10));
}

it('ends with clean books and the totals of a recount, whatever fails', async () => {
  let killed = 0;
  for (const tick of ticks.keys()) {
    const due = Math.ceil(((tick + 1) * kills) / ticksOfEvents);
    const now = Math.min(kills, due) - killed;
    killed += now;
    await live(tick, async () => {
      for (let nth = 0; nth < now; nth += 1) await killSomebody();
    });
  }
  expect(killed).toBe(kills);

  const found = await readFindings(one.db);
  expect(found.waiting).toEqual([]);
  const expected = recount(world, ticks, { ...found, withdrawals: withdrawers.taken });
  expect(expected.violations).toEqual([]);
  const wrong = [...expected.outcomes]
    .map(([id, outcome]) => ({ id, outcome, found: found.outcomes.get(id) }))
    .filter(({ outcome, found: other }) => !isDeepStrictEqual(outcome, other));
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(sorted(found.totals)).toEqual(sorted(expected.totals));
  const ofLeaver = withdrawers.taken.filter(
    ({ advertiserId }) => advertiserId !== world.restlessId,
  );
  expect([ofLeaver.length > 2, withdrawers.refused > 12]).toEqual([true, true]);
  const books = await runCommand(one.uri, ['books', 'check']);
  expect(books).toMatchObject({ exitCode: 0, json: { problem: null } });
  // The order of judging is kept, so that judging again comes to the same.
  const hours = { from: minutesAfter(noon, -24 * 60), to: minutesAfter(noon, 24 * 60) };
  const again = await verifyAgain(one.ctx, hours);
  // The limits of conversions are not counted again.
  const ofLimits = ['conversions: conversion_limit', 'conversions: network_limit'];
  const undecided = ofLimits.reduce(
    (sum, name) => sum + Number(expected.totals.get(name) ?? 0n),
    0,
  );
  expect(again).toMatchObject({ first: [], pending: 0, undecided, changes: [] });
  expect(again.checked).toBeGreaterThan(eventCount / 2);
  // Nothing failed but what was made to, and nothing that the story tells of was left out.
  expect([...crew.failures.keys()].filter((name) => !/^SimulatedFault: /.test(name))).toEqual([]);
  expect([...expected.totals.keys()]).toEqual(expect.arrayContaining(mustHappen));
  await applyOtherRules(hours);
  console.log(JSON.stringify(Object.fromEntries([...crew.failures, ...counts(expected.totals)])));
}, 1_800_000);

/** Stricter rules are applied, in runs of which all but the last are interrupted; then those of before. */
async function applyOtherRules(hours: Pick<VerifyAgainParams, 'from' | 'to'>): Promise<void> {
  const env = { ...settings, ADGATE_MAX_VISITOR_CASES: '2' };
  const strict = await startVerifier({ env, uri: one.uri, rate: null });
  strict.clock.now = one.clock.now;
  for (const { ctx } of [strict, one]) {
    const params = { ...hours, isApplied: true };
    expect((await verifyAgain(ctx, hours)).total.count).toBeGreaterThan(0);
    for (const most of [1, 3, 6]) {
      let pages = 0;
      const stopped = new AbortController();
      const onPage = () => (pages += 1) === most && stopped.abort(new Error('interrupted'));
      const run = verifyAgain(ctx, { ...params, signal: stopped.signal, onPage });
      await expect(run).rejects.toThrow('interrupted');
    }
    await verifyAgain(ctx, params);
    expect(await verifyAgain(ctx, params)).toMatchObject({ changes: [], held: [], pending: 0 });
    const books = await runCommand(one.uri, ['books', 'check']);
    expect(books).toMatchObject({ exitCode: 0, json: { problem: null } });
    const { totals } = await readFindings(one.db);
    const spent = [...totals].filter(([name]) => name.startsWith('spent of '));
    expect(sorted(new Map(spent))).toEqual(sorted(await sumOfVerdicts(one.db)));
  }
}

const mustHappen = [
  ...['accepted', 'repeat', 'bot', 'not_offered', 'campaign_not_running', 'creative_not_running'],
  ...['publisher_not_running', 'visitor_limit', 'budget_spent', 'no_funds'],
  ...['impossible_timing', 'not_viewable', 'proxy', 'unknown_browser'],
  ...['pair_limit', 'visitor_click_rate'],
]
  .map((reason) => `impressions: ${reason}`)
  .concat(
    'clicks: accepted',
    'clicks: visitor_click_rate',
    'clicks: no_impression',
    'clicks: impression_rejected',
  )
  .concat('conversions: accepted', 'conversions: no_click', 'confirmations: accepted');

const sorted = (totals: ReadonlyMap<string, bigint>) =>
  [...totals]
    .filter(([, amount]) => amount !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1));
const counts = (totals: ReadonlyMap<string, bigint>) =>
  [...totals]
    .filter(([name]) => /s: /.test(name))
    .map(([name, count]) => [name, Number(count)] as const);
