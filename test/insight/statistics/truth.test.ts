import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/context';
import { foldAllChanges, foldChanges } from '../../../src/insight/statistics/fold-changes.service';
import { rebuildStatistics } from '../../../src/insight/statistics/rebuild-statistics.service';
import { getStatistics } from '../../../src/insight/statistics/statistics.service';
import type { DimensionName, Side } from '../../../src/insight/statistics/dimensions';
import { type AdEvent, eventIdOf } from '../../../src/market/events/event';
import { verifyAllDue } from '../../../src/money/verification/verify.service';
import type { Verdict } from '../../../src/money/verification/verdict';
import { type Chance, createChance } from '../../money/simulation/chance';
import { anId } from '../../support/events';
import {
  type Market,
  minutesAfter,
  noon,
  startVerifier,
  type Verifier,
} from '../../support/verification';
import { figuresOf } from './figures';
import { readCounted, sumUp } from './recount';

/** STATISTICS_SEED repeats a run. */
const seed = Number(process.env.STATISTICS_SEED ?? randomInt(2 ** 31));
const rounds = Number(process.env.SOAK_STATISTICS_ROUNDS ?? 12);
const kills = Math.max(3, Math.floor(rounds / 4));

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
];
const steppedStores = ['statisticsChanges', 'rollUps', 'visitorDays', 'countableEvents'] as const;

/** A context whose statistics' stores fail now and then, before they have done something or after it. */
function failingAtTimes(ctx: ServiceContext, chance: Chance): ServiceContext {
  const failing = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || String(name).startsWith('stream')) return member;
        return async (...args: unknown[]) => {
          if (chance.happens(0.05)) throw new Error('simulated');
          const result: unknown = await Reflect.apply(member, target, args);
          if (chance.happens(0.05)) throw new Error('simulated');
          return result;
        };
      },
    });
  const stores = Object.fromEntries(steppedStores.map((name) => [name, failing(ctx[name])]));
  return Object.assign(Object.create(ctx) as ServiceContext, stores);
}

async function storeSome({ ctx, clock }: Verifier, markets: readonly Market[], chance: Chance) {
  const visitors = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32));
  const events = Array.from({ length: chance.between(1, 40) }, (): AdEvent[] => {
    const offerId = anId();
    // Some come late: of hours, or of the day before.
    const late = chance.happens(0.2) ? chance.between(0, 60 * 20) : chance.between(0, 20);
    const occurredAt = minutesAfter(clock.now, -late);
    const event: AdEvent = {
      id: eventIdOf('impression', offerId, null),
      kind: 'impression',
      ...{ caseId: offerId, requestId: anId(), offerId },
      ...chance.pick(markets),
      placementId: chance.pick(visitors),
      offeredAt: occurredAt,
      occurredAt,
      trackingId: chance.happens(0.8) ? chance.pick(visitors) : null,
      userAgent: chance.pick(agents),
      remoteAddress: '203.0.113.0',
      country: chance.happens(0.5) ? 'de' : null,
      invalidTraffic: chance.happens(0.1) ? 'bot' : null,
      price: 1_000_000_000n,
      needsConfirmation: false,
    };
    const click: AdEvent = { ...event, id: eventIdOf('click', offerId, null), kind: 'click' };
    return chance.happens(0.3) ? [event, click] : [event];
  }).flat();
  await ctx.events.insertMany(events, clock.now);
}

/** Gives some events another verdict, as verifying again does: in one transaction with what it tells. */
async function judgeAgain({ ctx, db }: Verifier, chance: Chance): Promise<void> {
  const events = db.collection<{ _id: string; verdict?: Verdict; advertiserId: string }>('events');
  const judged = await events.find({ verdict: { $exists: true } }).toArray();
  for (const { _id: id, verdict, ...rest } of judged) {
    if (!chance.happens(0.1)) continue;
    const before = verdict!;
    const nothing = {
      price: 0n,
      charge: 0n,
      demandFee: 0n,
      supplyFee: 0n,
      revenue: 0n,
      rate: null,
    };
    const after: Verdict =
      before.status === 'accepted'
        ? { ...before, ...nothing, status: 'rejected', reason: 'site_limit' }
        : {
            ...{ ...before, status: 'accepted', reason: null, rate: 2_000_000_000n },
            ...{ price: 1_000_000_000n, charge: 50_000_000_000n, revenue: 49_000_000_000n },
          };
    const partition = Number.parseInt(rest.advertiserId.charAt(0), 16);
    await ctx.inTransaction(async (session) => {
      await events.updateOne({ _id: id }, { $set: { verdict: after } }, { session });
      const batch = await ctx.verification.nextBatch(partition, session);
      const corrected = [{ of: 'event', id, before, verdict: after } as const];
      const changes = { partition, batch, events: [], conversions: [], corrected };
      await ctx.onVerdicts(changes, session);
    });
  }
}

const views: readonly {
  side: Side;
  by: DimensionName | null;
  part: string | null;
}[] = [
  { side: 'advertiser', by: null, part: null },
  { side: 'advertiser', by: 'campaign', part: 'campaignId' },
  { side: 'advertiser', by: 'creative', part: 'creativeId' },
  { side: 'publisher', by: null, part: null },
  { side: 'publisher', by: 'site', part: 'siteId' },
  { side: 'publisher', by: 'placement', part: 'placementId' },
  { side: 'publisher', by: 'creative', part: 'creativeId' },
  { side: 'operator', by: null, part: null },
  { side: 'operator', by: 'site', part: 'siteId' },
  { side: 'operator', by: 'campaign', part: 'campaignId' },
];

const everything = { from: minutesAfter(noon, -24 * 60), to: minutesAfter(noon, 4 * 60) };

/** Loses a part of what is summed up, or all of it, as if it had been judged before anything was. */
async function damage({ db }: Verifier, chance: Chance): Promise<void> {
  const from = chance.happens(0.3) ? 0 : noon.getTime() / 3_600_000 - chance.between(0, 20);
  await db.collection('statisticsRollUps').deleteMany({ hour: { $gte: from } });
  if (chance.happens(0.5)) await db.collection('visitorDays').deleteMany({});
  await db
    .collection('statisticsRollUps')
    .updateMany({ family: chance.pick(['all', 'campaign', 'site']) }, { $set: { sections: {} } });
}

/** Counts everything anew, while verdicts are given and added up. */
async function rebuildMeanwhile(one: Verifier, failing: ServiceContext): Promise<void> {
  const work = [
    rebuildStatistics(one.ctx, { ...everything, isApplied: true }),
    verifyAllDue(one.ctx),
    foldChanges(one.ctx),
    rebuildStatistics(failing, { ...everything, isApplied: true }),
  ];
  const [rebuilt] = await Promise.allSettled(work);
  expect(rebuilt).toMatchObject({ status: 'fulfilled' });
}

async function expectTruth({ ctx, db }: Verifier, market: Market): Promise<void> {
  const counted = await readCounted(db);
  const range = everything;
  for (const { side, by, part } of views) {
    const owner = { advertiser: 'advertiserId', publisher: 'publisherId', operator: null }[side];
    // An owner's id is among the market's.
    const accountId = owner === null ? null : market[owner as keyof Market];
    const found = await getStatistics(ctx, { side, accountId, ...range, by, interval: 'hour' });
    const own = counted.filter(({ of }) => owner === null || of[owner] === accountId);
    for (const { from, to, key, cell } of found.rows)
      expect([side, by, key, from, figuresOf(cell)]).toEqual([
        side,
        by,
        key,
        from,
        sumUp(own, { from, to }, (of) => part === null || of[part] === key),
      ]);
    const whole = [side, by, figuresOf(found.totals)];
    expect(whole).toEqual([side, by, sumUp(own, range, () => true)]);
  }
}

/** Two markets of one advertiser, and one of another, with rates for all of the time. */
async function startMarkets(): Promise<{ one: Verifier; markets: readonly Market[] }> {
  const one = await startVerifier({ env: { ADGATE_MAX_VISITOR_CASES: '40' } });
  const shared = anId();
  const markets = [
    await one.addMarket({ advertiserId: shared }),
    await one.addMarket({ advertiserId: shared }),
    await one.addMarket(),
  ];
  for (let hour = -20; hour < 4; hour += 1)
    await one.ctx.rateStore.put({
      ...{ from: minutesAfter(noon, hour * 60), rate: 2_000_000_000n },
      ...{ setAt: minutesAfter(noon, -1200), source: 'operator' },
    });
  return { one, markets };
}

it(`equals a recount at any time, whatever fails (STATISTICS_SEED=${seed})`, async () => {
  const chance = createChance(seed);
  const { one, markets } = await startMarkets();
  const failing = failingAtTimes(one.ctx, chance);
  for (let round = 0; round < rounds; round += 1) {
    one.clock.now = minutesAfter(noon, round * 5);
    await storeSome(one, markets, chance);
    await verifyAllDue(one.ctx);
    if (chance.happens(0.3)) await judgeAgain(one, chance);
    if (chance.happens(0.5)) await foldChanges(failing).catch(() => 0);
    if (chance.happens(0.3)) await Promise.allSettled([foldChanges(failing), foldChanges(one.ctx)]);
    if (round === 6 || chance.happens(0.05)) {
      await damage(one, chance);
      await storeSome(one, markets, chance);
      await rebuildMeanwhile(one, failing);
    }
    if (round % 5 === 4) await expectTruth(one, chance.pick(markets));
  }
  await foldAllChanges(one.ctx);
  for (const market of markets) await expectTruth(one, market);
  expect(await rebuildStatistics(one.ctx, everything)).toMatchObject({ differing: 0, latest: [] });
  expect(await one.db.collection('statisticsChanges').countDocuments()).toBe(0);
}, 600_000);

/** Starts what a gateway does for statistics, in a process of its own, and kills it on the way. */
async function runAndKill({ uri, clock }: Verifier, chance: Chance): Promise<void> {
  const program = ['typescript-hook.js', 'endless-statistician.ts'].map((file) =>
    join(__dirname, '../../support', file),
  );
  const child = spawn(process.execPath, ['-r', ...program, uri, clock.now.toISOString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let stepsLeft = chance.between(1, 12);
  for await (const line of createInterface(child.stdout)) {
    expect(line).toMatch(/ing/);
    stepsLeft -= 1;
    if (stepsLeft > 0) continue;
    // Somewhere within the step.
    await sleep(chance.between(0, 40));
    child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
}

it(`equals a recount when gateways are killed (STATISTICS_SEED=${seed})`, async () => {
  const chance = createChance(seed + 1);
  const { one, markets } = await startMarkets();
  for (let round = 0; round < kills; round += 1) {
    one.clock.now = minutesAfter(noon, round * 15);
    for (let some = 0; some < 5; some += 1) await storeSome(one, markets, chance);
    if (round > 0) await judgeAgain(one, chance);
    await Promise.all([runAndKill(one, chance), judgeAgain(one, chance)]);
    await expectTruth(one, chance.pick(markets));
  }
  one.clock.now = minutesAfter(one.clock.now, 60);
  await verifyAllDue(one.ctx);
  await foldAllChanges(one.ctx);
  for (const market of markets) await expectTruth(one, market);
  expect(await rebuildStatistics(one.ctx, everything)).toMatchObject({ differing: 0, latest: [] });
}, 600_000);
