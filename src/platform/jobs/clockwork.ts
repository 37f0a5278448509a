import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { secondMs } from '../../time';
import { toUnavailable } from '../database/unavailable';
import { lineOf } from '../process/start-errors';
import { type Job, leaseMsOf, wholeTurn } from './job';
import { canRun, type ClockworkContext } from './job.context';
import { holder, takeTurn } from './turn';

export interface ClockworkOptions {
  /** Default 1 second. */
  readonly lookEveryMs?: number;
  /** How often leases are renewed; default a quarter of their time. */
  readonly renewEveryMs?: number;
}

export interface RunningJobs {
  close(): Promise<void>;
}

/** Pieces are made, and what a wrong clock put off is brought forward, as often. */
const prepareEveryMs = 60 * secondMs;

/**
 * Runs jobs as they are due until closed: those of the process by itself, the others beside all processes of the
 * database, each piece by one. One query a second tells what is due; a process takes one piece of a job after the
 * other, so that others get some. A failed run is logged and tried again at its time.
 */
export function startJobs<Context extends ClockworkContext>(
  ctx: Context,
  jobs: readonly Job<Context>[],
  { lookEveryMs = secondMs, renewEveryMs }: ClockworkOptions = {},
): RunningJobs {
  const own = jobs.filter(({ isPerProcess }) => isPerProcess === true);
  const shared = jobs.filter((job) => job.isPerProcess !== true && canRun(ctx, job));
  const closing = new AbortController();
  const { signal } = closing;
  setMaxListeners(0, signal);
  const running = new Map<string, Promise<void>>();

  /** @returns false once closed */
  async function wait(ms: number): Promise<boolean> {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  async function runForProcess(job: Job<Context>): Promise<void> {
    while (await wait(job.everySeconds * secondMs))
      try {
        await job.run(ctx, signal, wholeTurn);
      } catch (error) {
        noteFailure(ctx, error, { job: job.name, message: 'job failed' });
      }
  }

  async function runDue(job: Job<Context>): Promise<void> {
    try {
      while (!signal.aborted) {
        const taken = await ctx.jobStates.takeDue(job.name, holder, ctx.now(), leaseMsOf(job));
        if (taken === null) return;
        await takeTurn(ctx, job, taken, { stopping: signal, renewEveryMs });
        // It is due again where it was wanted meanwhile: the next look tells.
        if (job.pieces === undefined) return;
      }
    } catch (error) {
      const message = 'turns of a job could not be stored';
      noteFailure(ctx, error, { job: job.name, message });
    } finally {
      running.delete(job.name);
    }
  }

  async function lookOut(): Promise<void> {
    let preparedAt = -Infinity;
    let wasAway = false;
    do
      try {
        if (performance.now() - preparedAt >= prepareEveryMs) {
          await ctx.jobStates.prepare(shared, ctx.now());
          preparedAt = performance.now();
        }
        const due = await ctx.jobStates.listDue(ctx.now());
        for (const job of shared)
          if (due.has(job.name) && !running.has(job.name) && !signal.aborted)
            running.set(job.name, runDue(job));
        wasAway = false;
      } catch (error) {
        // Once, not every second of an outage.
        if (!wasAway) ctx.log.warn({ err: error }, 'jobs wait for the database');
        wasAway = true;
      }
    while (await wait(lookEveryMs));
  }

  const loops = [...(shared.length === 0 ? [] : [lookOut()]), ...own.map(runForProcess)];
  return {
    async close() {
      closing.abort();
      await Promise.all(loops);
      await Promise.all(running.values());
    },
  };
}

/** Logs a failure; failures of the database or the disk, which all jobs have each second, have one line in 10 seconds. */
function noteFailure(
  { log, outages }: ClockworkContext,
  error: unknown,
  { job, message }: { readonly job: string; readonly message: string },
): void {
  const known = toUnavailable(error);
  if (known === null) log.warn({ err: error, job }, message);
  // One may be alone with it, as with a query that takes too long.
  else outages.note(`jobs wait: ${known.message}`, `${job}: ${lineOf(known.cause)}`);
}
