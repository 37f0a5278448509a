import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import pino from 'pino';
import {
  type MisbehaviourName,
  misbehaviourNames,
} from '../../../sidecar/dev-node/misbehaviour/index';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { earningsOf } from '../../../src/money/books/book';
import { openDatabase } from '../../../src/platform/database/connection';
import { createServiceContext } from '../../../src/assembly/service-context';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { type Chance, createChance } from '../simulation/chance';
import { addressOfUser } from './ledger-world';
import { coin } from './paying-world';
import type { Deed, Message } from './process-wire';
import { firstCoins, parties, type Party, type Parties, startParties } from './settlement-parties';
import { readSeed } from '../../support/seed';

/**
 * Gateway, wallet, relay and node as processes of their own, each of them killed (`kill -9`) at every message that one
 * settlement has on the wires between them and to the database, before the message is passed on and after. The list of
 * these moments is what a traced settlement shows. Some kills come twice in a row, and beside some a message is lost,
 * cut, doubled or late. The node misbehaves at some messages in every way that the dev node knows, and as real nodes do after
 * a crash. Whatever was done, everybody has been paid once then, by the balances of the ledger's accounts.
 *
 * `npm run soak` has 2,000 kills. SETTLEMENT_KILLS_SEED repeats a run.
 */
const wantedKills = Number(process.env.SOAK_SETTLEMENT_KILLS ?? 8);
const seed = readSeed('SETTLEMENT_KILLS_SEED');
/** Of one settlement, whatever happens to it: leases and time-outs of half a minute may follow one another. */
const patienceMs = 300_000;
const users = [2, 3, 4] as const;

/** A message of a settlement, the so-manieth of its name, and who dies there. */
interface Moment {
  readonly step: string;
  readonly party: Party;
  readonly isAfter: boolean;
}

interface Step {
  readonly step: string;
  readonly mishaps: readonly Deed[];
}

interface Mishap {
  readonly step: string;
  readonly deed: Deed;
}

interface Misdeed {
  readonly step: string;
  readonly name: MisbehaviourName;
}

/** All that befalls one settlement. */
interface Fate {
  /** Moments of death, one after another. */
  readonly moments: readonly Moment[];
  readonly mishap: Mishap | null;
  readonly misdeeds: readonly Misdeed[];
}

interface Earner {
  readonly user: number;
  readonly accountId: string;
  /** Unit: 10^-11 coins. */
  earned: bigint;
}

const nothing: Fate = { moments: [], mishap: null, misdeeds: [] };
/** In these ways real nodes misbehave when they are started again. */
const afterCrash: readonly MisbehaviourName[] = [
  'stale-ids',
  'repacked-messages',
  'repeated-lines',
];

const folder = mkdtempSync(join(tmpdir(), 'adgate-process-kills-'));
const chance: Chance = createChance(seed);
let db: Connection;
let ctx: ServiceContext;
let all: Parties;
let earners: readonly Earner[];
/** How often each message was seen in this settlement. */
let counts = new Map<string, number>();
/** Messages of this settlement in their order. */
let trace: Step[] = [];
/** The fate of this settlement, and the moments of death that are still to come. */
let fate: Fate = nothing;
let due: Moment[] = [];
let kills = 0;
/** Ways in which the node was told to misbehave, each with how often. */
const misdeeds = new Map<MisbehaviourName, number>();
let settlements = 0;
const killed = new Map<Party, number>(parties.map((party) => [party, 0]));
/** Programs that are being started again. */
let starting: Promise<void>[] = [];

async function meet({ name, mishaps }: Message, passOn: () => void): Promise<Deed> {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  const step = `${name} ${count}`;
  trace.push({ step, mishaps });
  for (const misdeed of fate.misdeeds) if (misdeed.step === step) misbehave(misdeed.name);
  const [next] = due;
  if (next?.step === step) {
    due.shift();
    if (next.isAfter) passOn();
    await kill(next.party);
  }
  return fate.mishap?.step === step ? fate.mishap.deed : 'pass';
}

function misbehave(name: MisbehaviourName): void {
  all.letNodeMisbehave(name);
  misdeeds.set(name, (misdeeds.get(name) ?? 0) + 1);
}

async function kill(party: Party): Promise<void> {
  const gone = all.kill(party);
  const again = gone.then(async (wasThere) => {
    if (!wasThere) return;
    kills += 1;
    killed.set(party, killed.get(party)! + 1);
    await all.start(party);
    if (party === 'node' && fate.misdeeds.length > 0) misbehave(chance.pick(afterCrash));
    // As if the dead one's lease had run out meanwhile.
    if (party === 'gateway') await letGo();
  });
  starting.push(again);
  await gone;
}

const jobs = () => db.collection<{ readonly job: string }>('jobs');
const letGo = () =>
  jobs().updateMany({ holder: { $ne: null } }, { $set: { expiresAt: new Date(0) } });
/** Its five seconds are over. */
const wake = () =>
  jobs().updateOne({ job: 'settle-payments' }, { $set: { nextRunAt: new Date(0) } });

async function earn(some: readonly Earner[], coins: bigint): Promise<void> {
  const amount = coins * coin;
  const entries = some.map(({ accountId }) => ({
    id: `test:${settlements}:${accountId}`,
    kind: 'charge' as const,
    at: new Date(),
    memo: null,
    lines: [
      { book: 'outside:deposits' as const, amount: -amount },
      { book: earningsOf(accountId), amount },
    ],
  }));
  await ctx.inTransaction((session) => ctx.books.post(entries, session));
  for (const earner of some) earner.earned += amount;
}

async function isSettled(): Promise<boolean> {
  const books = earners.map(({ accountId }) => earningsOf(accountId));
  const balances = await ctx.books.balancesOf(books);
  if ([...balances.values()].some((balance) => balance !== 0n)) return false;
  return (await ctx.paymentBatches.listOpen()).length === 0;
}

/** Some earn and are paid, whoever dies meanwhile; then the ledger is asked. */
async function settle(some: readonly Earner[], itsFate: Fate): Promise<void> {
  settlements += 1;
  fate = itsFate;
  [counts, trace, due, starting] = [new Map(), [], [...fate.moments], []];
  await earn(some, BigInt(chance.between(1, 4)));
  const until = performance.now() + patienceMs;
  while (!(await isSettled())) {
    await wake();
    await Promise.all(starting);
    if (performance.now() > until) throw new Error(await whyNot());
    await pause(100);
  }
  [fate, due] = [nothing, []];
  await Promise.all(starting);
  let total = 0n;
  for (const { user, earned } of earners) {
    expect([user, await paidTo(user)]).toEqual([user, earned]);
    total += earned;
  }
  const clearing = ['outside:payments', 'clearing:payments'] as const;
  expect([...(await ctx.books.balancesOf(clearing)).entries()]).toEqual([
    ['outside:payments', total],
    ['clearing:payments', 0n],
  ]);
}

/** Reads the sum that the ledger has paid to a user: 10^-11 coins. */
async function paidTo(user: number): Promise<bigint> {
  let balance = 0n;
  // The last message may have ended a connection that this one meets.
  await eventually(async () => {
    balance = await all.balanceOf(addressOfUser(user));
  }, patienceMs);
  return balance - firstCoins * coin;
}

async function whyNot(): Promise<string> {
  const { problem, pausedReason, position } = await ctx.settlements.get();
  const steps = trace.slice(-20).map(({ step }) => step);
  return [
    `seed ${seed}, settlement ${settlements} is not over: ${JSON.stringify(fate)}`,
    `last messages: ${steps.join('; ')}`,
    JSON.stringify({ problem, pausedReason, position }),
    ...parties.map((party) => `${party}: ${all.output(party).slice(-2_000)}`),
  ].join('\n');
}

/** Every moment of a traced settlement, in any order, but the parties in turn. */
function listMoments(traced: readonly Step[]): readonly Moment[] {
  const ofParty = (party: Party) =>
    traced.flatMap(({ step }) => [true, false].map((isAfter) => ({ step, party, isAfter })));
  const lists = parties.map((party) => chance.shuffle(ofParty(party)));
  return lists[0]!.flatMap((_moment, at) => lists.map((list) => list[at]!));
}

function pickMishap(traced: readonly Step[]): Mishap | null {
  const { step, mishaps } = chance.pick(traced);
  return mishaps.length === 0 ? null : { step, deed: chance.pick(mishaps) };
}

/** Some of the ways, each at a message of its own. */
function pickMisdeeds(traced: readonly Step[]): readonly Misdeed[] {
  const names = chance.shuffle(misbehaviourNames).slice(0, chance.between(0, 4));
  return names.map((name) => ({ step: chance.pick(traced).step, name }));
}

beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  db = await openDatabase(mongodbUri);
  const config = parseConfig({ ADGATE_LEDGER_ADDRESS: addressOfUser(1), ADGATE_DATA_DIR: folder });
  ctx = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://ads.example',
  });
  earners = await Promise.all(
    users.map(async (user) => {
      const accountId = chance.id();
      await ctx.accounts.insert({
        ...{ id: accountId, email: null, passwordHash: null, roles: ['publisher'] },
        payoutAddress: `ads:${addressOfUser(user)}`,
      });
      return { user, accountId, earned: 0n };
    }),
  );
  all = await startParties(folder, mongodbUri, meet);
}, patienceMs);
afterAll(async () => {
  await all.close();
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'pays everybody once, whichever process is killed at whichever message',
  async () => {
    console.log(`settlement with ${wantedKills} kills, SETTLEMENT_KILLS_SEED=${seed}`);
    await settle(earners, nothing);
    const traced = trace;
    // Each wire has its messages in it: one that nobody uses would make the list short.
    for (const one of [
      'gateway→wallet',
      'gateway→relay',
      'gateway→database',
      'wallet→node',
      'relay→node',
    ])
      expect([one, traced.some(({ step }) => step.startsWith(one))]).toEqual([one, true]);
    const moments = listMoments(traced);
    const mostSettlements = 4 * wantedKills + 100;
    for (let at = 0; kills < wantedKills || [...killed.values()].includes(0); at += 1) {
      expect(at).toBeLessThan(mostSettlements);
      const again = chance.happens(0.25) ? [chance.pick(moments)] : [];
      const some = chance.shuffle(earners).slice(0, chance.between(1, earners.length + 1));
      const mishap = chance.happens(0.5) ? pickMishap(traced) : null;
      const first = moments[at % moments.length]!;
      await settle(some, { moments: [first, ...again], mishap, misdeeds: pickMisdeeds(traced) });
    }
    console.log(
      `${moments.length} moments of ${traced.length} messages; ${settlements} settlements, kills: ${JSON.stringify([...killed])}, the node: ${JSON.stringify([...misdeeds])}`,
    );
  },
  Math.max(2 * patienceMs, wantedKills * 60_000),
);
