import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { leaseMsOf } from '../../../src/platform/jobs/job';
import { eventually } from '../../support/eventually';
import { noting, openHall } from './clockworks';

const pieces = Array.from({ length: 16 }, (_, at) => at.toString(16));
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener('abort', () => {
        resolve();
      });
  });

describe('clockworks on one database', () => {
  it('run each due piece once, and share them', async () => {
    const hall = await openHall();
    const counters = [0, 1, 2].map(() =>
      noting({ name: 'count', pieces }, async () => {
        await sleep(20);
      }),
    );
    await hall.states.prepare([counters[0]!.job], hall.now());
    for (const { job } of counters) await hall.startProcess([job]);
    expect(counters.flatMap(({ turns }) => turns)).toEqual([]);
    for (const fence of [1, 2]) {
      hall.clock.offsetMs += 61_000;
      await eventually(async () => {
        const stored = (await hall.states.list()).get('count')!;
        expect(stored.map(({ runs, lastResult }) => [runs, lastResult])).toEqual(
          pieces.map(() => [fence, 'ok']),
        );
      }, 5_000);
    }
    const all = counters.flatMap(({ turns }) => turns);
    expect(all.filter(({ fence }) => fence === 1).map(({ piece }) => piece)).toHaveLength(16);
    expect(all.map(({ piece, fence }) => `${piece}:${fence}`).sort()).toEqual(
      [1, 2].flatMap((fence) => pieces.map((piece) => `${piece}:${fence}`)).sort(),
    );
    expect(counters.map(({ turns }) => turns.length >= 2)).toEqual([true, true, true]);
  });

  it('leave alone what needs a wallet, where there is none', async () => {
    const hall = await openHall();
    const paying = noting({ name: 'paying' });
    const other = noting({ name: 'other' });
    await hall.startProcess([{ ...paying.job, needs: 'wallet' }, other.job]);
    await hall.states.prepare([paying.job, other.job], hall.now());
    for (const name of ['paying', 'other']) await hall.states.want(name, hall.now());
    await eventually(async () => {
      expect(await hall.stateOf('other')).toMatchObject({ lastResult: 'ok' });
    });
    expect(await hall.stateOf('paying')).toMatchObject({ runs: 0, holder: null });
  });

  it('run soon what was due while no process was there', async () => {
    const hall = await openHall();
    const daily = noting({ name: 'daily' });
    const first = await hall.startProcess([daily.job]);
    await eventually(async () => {
      expect(await hall.stateOf('daily')).toBeDefined();
    });
    await first.close();
    hall.clock.offsetMs = 24 * 3_600_000;
    await hall.startProcess([daily.job]);
    await eventually(async () => {
      expect((await hall.stateOf('daily')).lastResult).toBe('ok');
    });
    expect(daily.turns).toEqual([{ piece: null, fence: 1 }]);
  });

  it('take over from a process that died, when its lease has expired', async () => {
    const hall = await openHall();
    const { job, turns } = noting({ name: 'take-over' });
    await hall.states.prepare([job], hall.now());
    hall.clock.offsetMs = 61_000;
    await hall.states.takeDue('take-over', 'killed:1', hall.now());
    await hall.startProcess([job]);
    await sleep(200);
    expect([turns, (await hall.stateOf('take-over')).holder]).toEqual([[], 'killed:1']);
    hall.clock.offsetMs += 20_001;
    await eventually(async () => {
      expect(await hall.stateOf('take-over')).toMatchObject({ lastResult: 'ok', runs: 2 });
    });
    expect(turns).toEqual([{ piece: null, fence: 2 }]);
    expect((await hall.stateOf('take-over')).lostRuns).toBe(1);
  });

  it('take over sooner where the job says so, and not from one that renews', async () => {
    const hall = await openHall();
    const dying = noting({ name: 'dying', leaseSeconds: 6 });
    const living = noting({ name: 'living', leaseSeconds: 6 }, (_turn, signal) =>
      untilAborted(signal),
    );
    await hall.states.prepare([dying.job, living.job], hall.now());
    hall.clock.offsetMs = 61_000;
    await hall.states.takeDue('dying', 'killed:1', hall.now(), leaseMsOf(dying.job));
    await hall.startProcess([living.job]);
    await eventually(async () => {
      expect((await hall.stateOf('living')).holder).not.toBeNull();
    });
    await hall.startProcess([dying.job, living.job]);
    for (const past of [3_000, 2_900]) {
      hall.clock.offsetMs += past;
      await sleep(300);
    }
    hall.clock.offsetMs += 101;
    await eventually(async () => {
      expect(await hall.stateOf('dying')).toMatchObject({ lastResult: 'ok', lostRuns: 1 });
    });
    expect(living.turns).toEqual([{ piece: null, fence: 1 }]);
  });

  it('tell a run by its signal that its lease was lost, and record it', async () => {
    const hall = await openHall();
    const ends: string[] = [];
    const { job } = noting({ name: 'halted' }, async ({ fence }, signal) => {
      await untilAborted(signal);
      ends.push(`turn ${fence}`);
    });
    await hall.states.prepare([job], hall.now());
    hall.clock.offsetMs = 61_000;
    await hall.startProcess([job]);
    await eventually(async () => {
      expect((await hall.stateOf('halted')).holder).not.toBeNull();
    });
    // To everybody else the holder seems dead for long; it is not, and learns of it when it renews.
    const later = new Date(hall.now().getTime() + 20_001);
    const taken = await hall.states.takePiece('halted', null, 'other:2', later);
    expect(taken).toMatchObject({ fence: 2 });
    await eventually(() => {
      expect(ends).toEqual(['turn 1']);
      return Promise.resolve();
    });
    // The loser's report of its end changes nothing.
    await sleep(50);
    expect(await hall.stateOf('halted')).toMatchObject({
      holder: 'other:2',
      lastResult: 'lost',
      lostRuns: 1,
      lastEndedAt: null,
    });
  });

  it('record a failed run without the secrets of its URLs, and run again at its time', async () => {
    const hall = await openHall();
    const { job, turns } = noting({ name: 'broken' }, () =>
      Promise.reject(
        new Error('GET https://ann:pass@rates.example/?key=abc failed: 500\n  and more'),
      ),
    );
    await hall.states.prepare([job], hall.now());
    hall.clock.offsetMs = 61_000;
    await hall.startProcess([job]);
    await eventually(async () => {
      expect(await hall.stateOf('broken')).toMatchObject({
        lastResult: 'failed',
        lastMessage: 'GET https://rates.example/… failed: 500',
        holder: null,
      });
    });
    const { nextRunAt, lastEndedAt } = await hall.stateOf('broken');
    expect(nextRunAt!.getTime() - lastEndedAt!.getTime()).toBe(60_000);
    expect(turns).toHaveLength(1);
    hall.clock.offsetMs += 61_000;
    await eventually(async () => {
      expect((await hall.stateOf('broken')).runs).toBe(2);
    });
  });

  it('wait for what runs when they are closed, and leave the rest to others at once', async () => {
    const hall = await openHall();
    let hasEnded = false;
    const { job } = noting({ name: 'long', pieces: ['a', 'b'] }, async (_turn, signal) => {
      await untilAborted(signal);
      await sleep(50);
      hasEnded = true;
      signal.throwIfAborted();
    });
    await hall.states.prepare([job], hall.now());
    hall.clock.offsetMs = 61_000;
    const process = await hall.startProcess([job]);
    await eventually(async () => {
      expect((await hall.stateOf('long', 'a')).holder).not.toBeNull();
    });
    await process.close();
    expect(hasEnded).toBe(true);
    const stopped = await hall.stateOf('long', 'a');
    expect([stopped.lastResult, stopped.nextRunAt]).toEqual(['stopped', stopped.lastEndedAt]);
    expect((await hall.stateOf('long', 'b')).runs).toBe(0);
  });

  it('bring forward what a clock that was wrong has put off', async () => {
    const hall = await openHall();
    const { job } = noting({ name: 'put-off', pieces: ['free', 'held'] });
    hall.clock.offsetMs = 3_600_000;
    await hall.states.prepare([job], hall.now());
    await hall.states.takePiece('put-off', 'held', 'killed:1', hall.now());
    hall.clock.offsetMs = 0;
    const process = await hall.startProcess([job]);
    await eventually(async () => {
      const { nextRunAt } = await hall.stateOf('put-off', 'free');
      expect(nextRunAt!.getTime() - hall.now().getTime()).toBeLessThanOrEqual(60_000);
    });
    await process.close();
    const inAMinute = new Date(hall.now().getTime() + 60_001);
    expect(await hall.states.takePiece('put-off', 'held', 'other:2', inAMinute)).not.toBeNull();
  });

  it('take a job without pieces once a turn, and again where it is wanted meanwhile', async () => {
    const hall = await openHall();
    const { job, turns } = noting({ name: 'whole' }, async ({ fence }) => {
      if (fence === 1) await hall.states.want('whole', hall.now());
    });
    await hall.states.prepare([job], hall.now());
    const process = await hall.startProcess([job]);
    const operations: string[] = [];
    process.db.set('debug', (_collection: string, method: string) => operations.push(method));
    hall.clock.offsetMs = 61_000;
    await eventually(async () => {
      expect(await hall.stateOf('whole')).toMatchObject({ runs: 2, lastResult: 'ok' });
    });
    await process.close();
    expect(turns).toHaveLength(2);
    expect(operations.filter((method) => method === 'findOneAndUpdate')).toHaveLength(2);
  });

  it('ask the database one thing at a look when nothing is due', async () => {
    const hall = await openHall();
    const jobs = ['one', 'two', 'three'].map((name) => noting({ name, pieces }).job);
    const process = await hall.startProcess(jobs);
    await eventually(async () => {
      expect((await hall.states.list()).size).toBe(3);
    });
    const operations: string[] = [];
    process.db.set('debug', (_collection: string, method: string) => operations.push(method));
    await eventually(() => {
      expect(operations.length).toBeGreaterThan(3);
      return Promise.resolve();
    });
    await process.close();
    // Before its first look it may still be storing what there is to do.
    const looks = operations.slice(operations.indexOf('find'));
    expect(looks.length).toBeGreaterThan(2);
    expect(new Set(looks)).toEqual(new Set(['find']));
  });
});
