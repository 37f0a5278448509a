import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { AdEvent } from '../../../src/market/events/event';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import { anId } from '../../support/events';
import { failingAt } from '../../support/failing-stores';
import { startVerifier } from '../../support/verification';
import { type Market, minutesAfter, noon, usd, type Verifier } from '../../support/verifier';

const support = join(__dirname, '../../support');

/** Stores that verifying writes and reads within its transaction. */
const steppedStores = ['verification', 'campaignHours', 'caseTallies', 'books'] as const;

/** The same events in every database: views, clicks, bots, repeats, over the budget of one hour. */
async function plant(
  verifier: Verifier,
  ids: { readonly market: Market; readonly offers: readonly string[] },
): Promise<readonly AdEvent[]> {
  const events: AdEvent[] = [];
  for (const [at, offerId] of ids.offers.entries()) {
    verifier.clock.now = minutesAfter(noon, at);
    const shared = {
      offerId,
      caseId: offerId,
      trackingId: offerId,
      requestId: offerId,
      placementId: offerId,
    };
    events.push(
      ...(await verifier.store(
        ids.market,
        { ...shared, ...(at % 5 === 4 && { invalidTraffic: 'bot' as const }) },
        ...(at % 3 === 0 ? [{ ...shared, kind: 'click' as const, price: usd(2) }] : []),
      )),
    );
  }
  return events;
}

const problemsOf = async ({ ctx }: Verifier) =>
  (await checkBooks(ctx)).flatMap(({ problem }) => problem ?? []);

const clockOfEnd = minutesAfter(noon, 60);
const campaign = { hourlyBudget: usd(12) };

describe('a fault', () => {
  it('between any two steps leaves the books as they are without it', async () => {
    const one = await startVerifier();
    const market = await one.addMarket({ campaign });
    const offers = Array.from({ length: 12 }, () => anId());
    await plant(one, { market, offers });
    one.clock.now = clockOfEnd;
    const saved = await one.db.collection('events').find().toArray();
    const collections = [
      'journalEntries',
      'balances',
      'campaignHours',
      'accountHours',
      'caseTallies',
      'verificationPartitions',
      'statisticsChanges',
      'figureTouches',
    ];
    const reset = async () => {
      for (const name of collections) await one.db.collection(name).deleteMany({});
      await one.db.collection('events').deleteMany({});
      await one.db.collection('events').insertMany(saved);
    };
    await verifyAllDue(one.ctx);
    const wanted = await one.books();
    let faults = 0;
    for (const isAfter of [false, true])
      for (let nth = 1; ; nth += 1) {
        await reset();
        const broken = failingAt(one.ctx, steppedStores, { nth, isAfter });
        const failure = await verifyAllDue(broken.ctx).catch((error: unknown) => error);
        if (!broken.hasFailed()) break;
        expect(failure).toMatchObject({ message: 'the database is gone' });
        faults += 1;
        await verifyAllDue(one.ctx);
        expect(await one.books()).toEqual(wanted);
      }
    expect(faults).toBeGreaterThan(20);
    expect(await problemsOf(one)).toEqual([]);
  });

  it('does not come of two who verify one partition at once', async () => {
    const one = await startVerifier();
    const other = await startVerifier({ uri: one.uri });
    const market = await one.addMarket({ campaign: { hourlyBudget: usd(100) } });
    one.clock.now = noon;
    const events = await one.store(market, ...Array.from({ length: 300 }, () => ({})));
    other.clock.now = noon;
    const counts = await Promise.all([one, other, one, other].map(({ ctx }) => verifyAllDue(ctx)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
    const reasons = await one.reasonsOf(events);
    expect(reasons.filter((reason) => reason === 'accepted')).toHaveLength(100);
    expect(await problemsOf(one)).toEqual([]);
  });

  it('does not come of duplicates, nor of another order', async () => {
    const outcomes: object[] = [];
    const offers = Array.from({ length: 10 }, () => anId());
    for (const isReversed of [false, true]) {
      const one = await startVerifier();
      const market = await one.addMarket({ campaign: { hourlyBudget: usd(100) } });
      const events = await plant(one, { market, offers });
      await one.db.collection('events').deleteMany({});
      one.clock.now = clockOfEnd;
      const ordered = isReversed ? events.toReversed() : events;
      for (const event of [...ordered, ...ordered]) {
        await one.ctx.events.insertMany([event], one.clock.now);
        await verifyAllDue(one.ctx);
      }
      one.clock.now = minutesAfter(clockOfEnd, 11);
      await verifyAllDue(one.ctx);
      outcomes.push(await one.reasonsOf(events));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]).toContain('no_impression');
  });
});

it('is judged alike after a verifier was killed in the middle', async () => {
  const one = await startVerifier();
  const market = await one.addMarket({ campaign: { hourlyBudget: usd(5_000) } });
  one.clock.now = noon;
  for (let at = 0; at < 4; at += 1)
    await one.store(
      market,
      ...Array.from({ length: 1_000 }, () => ({ remoteAddress: `203.0.${at}.0` })),
    );
  const program = ['-r', join(support, 'typescript-hook.js'), join(support, 'endless-verifier.ts')];
  for (const afterMs of [30, 150, 300]) {
    const child = spawn(execPath, [...program, one.uri, noon.toISOString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await sleep(afterMs);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await verifyAllDue(one.ctx);
  const accepted = await one.db
    .collection('events')
    .countDocuments({ 'verdict.status': 'accepted' });
  expect(accepted).toBe(4_000);
  expect(await problemsOf(one)).toEqual([]);
});
