import { describe, expect, it } from '@jest/globals';
import { listJobs, runJob, requestJobRun } from '../../../src/platform/jobs/job.service';
import type { JobDefinition } from '../../../src/platform/jobs/job';
import pino from 'pino';
import { eventually } from '../../support/eventually';
import { createGate, noting, openHall } from './clockworks';

const { signal } = new AbortController();

describe('the list of jobs', () => {
  it('has the pieces in the order of the job', async () => {
    const hall = await openHall();
    const { job } = noting({ name: 'counted', pieces: ['2', '10', '1'] });
    await hall.states.prepare([job], hall.now());
    const { ctx } = await hall.startProcess([]);
    const [report] = await listJobs({ ...ctx, jobs: [job] });
    expect(report!.pieces.map(({ piece }) => piece)).toEqual(['2', '10', '1']);
  });

  it('counts a run that lasts too long as failing, and one that was lost', async () => {
    const hall = await openHall();
    const { job } = noting({ name: 'hanging' });
    const bounded = { ...job, longestRunSeconds: 300 };
    await hall.states.prepare([job], hall.now());
    const { ctx } = await hall.startProcess([]);
    const failing = async (listed: JobDefinition) => {
      const [report] = await listJobs({ ...ctx, jobs: [listed] });
      return report!.failing;
    };
    expect(await failing(bounded)).toBe(0);
    await hall.states.takePiece('hanging', null, 'somebody', hall.now());
    hall.clock.offsetMs = 299_000;
    expect(await failing(bounded)).toBe(0);
    hall.clock.offsetMs = 302_000;
    expect([await failing(bounded), await failing(job)]).toEqual([1, 0]);
    hall.clock.offsetMs = 3_602_000;
    expect(await failing(job)).toBe(1);
    const taken = await hall.states.takePiece('hanging', null, 'other', hall.now());
    expect(await failing(job)).toBe(1);
    const endedAt = hall.now();
    const ended = { endedAt, result: 'ok', message: null, nextRunAt: endedAt } as const;
    await hall.states.end(taken!, ended);
    expect(await failing(job)).toBe(0);
  });
});

describe('a job that is run by hand', () => {
  it('runs all its pieces, due or not, and starts its time anew', async () => {
    const hall = await openHall();
    const { job, turns } = noting({ name: 'by-hand', pieces: ['a', 'b'] });
    const { ctx } = await hall.startProcess([]);
    const ran = await runJob({ ...ctx, jobs: [job] }, 'by-hand', {
      signal,
      onWait: () => undefined,
    });
    expect(ran.map(({ piece, result }) => [piece, result])).toEqual([
      ['a', 'ok'],
      ['b', 'ok'],
    ]);
    expect(turns.map(({ piece }) => piece)).toEqual(['a', 'b']);
    const { nextRunAt } = await hall.stateOf('by-hand', 'a');
    expect(nextRunAt!.getTime()).toBeGreaterThan(hall.now().getTime() + 50_000);
  });

  it('is told of in the log while it does not end', async () => {
    const hall = await openHall();
    const gate = createGate();
    const { job } = noting({ name: 'hanging' }, () => gate.pass());
    const { ctx } = await hall.startProcess([]);
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const jobs = [{ ...job, longestRunSeconds: 0.02 }];
    const running = runJob({ ...ctx, log, jobs }, 'hanging', { signal, onWait: () => undefined });
    await eventually(() => {
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { level: 50, job: 'hanging', piece: null, msg: 'a run of a job does not end' },
      ]);
    });
    gate.open();
    await running;
  });

  it('waits for the process that runs it, and says which', async () => {
    const hall = await openHall();
    const gate = createGate();
    const { job, turns, mostAtOnce } = noting({ name: 'held' }, () => gate.pass());
    await hall.states.prepare([job], hall.now());
    hall.clock.offsetMs = 61_000;
    const { ctx } = await hall.startProcess([job]);
    await eventually(async () => {
      expect((await hall.stateOf('held')).holder).not.toBeNull();
    });
    const { holder } = await hall.stateOf('held');
    const waits: unknown[] = [];
    const running = runJob({ ...ctx, jobs: [job] }, 'held', {
      signal,
      onWait: (...of) => waits.push(of),
    });
    await eventually(() => {
      expect(waits).toEqual([[null, holder]]);
      return Promise.resolve();
    });
    expect(turns).toHaveLength(1);
    gate.open();
    expect(await running).toEqual([{ piece: null, result: 'ok', message: null }]);
    expect([turns.map(({ fence }) => fence), mostAtOnce(), waits.length]).toEqual([[1, 2], 1, 1]);
  });

  it('is run by a clockwork soon, where it is only asked for, and again when it was under way', async () => {
    const hall = await openHall();
    const gate = createGate();
    const { job, turns } = noting({ name: 'wanted' }, () => gate.pass());
    const { ctx } = await hall.startProcess([job]);
    const registry = { ...ctx, jobs: [job] };
    expect((await requestJobRun(registry, 'wanted')).pieces).toHaveLength(1);
    await eventually(() => {
      expect(turns).toHaveLength(1);
      return Promise.resolve();
    });
    await requestJobRun(registry, 'wanted');
    gate.open();
    await eventually(() => {
      expect(turns).toHaveLength(2);
      return Promise.resolve();
    });
    await eventually(async () => {
      expect((await hall.stateOf('wanted')).nextRunAt!.getTime()).toBeGreaterThan(
        hall.now().getTime() + 50_000,
      );
    });
  });

  it('is refused when there is none, or each process runs it', async () => {
    const hall = await openHall();
    const { ctx } = await hall.startProcess([]);
    const own = { name: 'own', everySeconds: 1, isPerProcess: true } as const;
    await expect(requestJobRun({ ...ctx, jobs: [own] }, 'x')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(requestJobRun({ ...ctx, jobs: [own] }, 'own')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
