import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, notFound } from '../../errors';
import { type Job, type JobDefinition, type JobNeed, leaseMsOf, longestRunMs } from './job';
import { canRun, type JobContext } from './job.context';
import type { JobPiece, JobResult } from './job-state';
import { holder, takeTurn } from './turn';

/** A job, when its pieces are due and how they went. */
export interface JobReport {
  readonly name: string;
  readonly everySeconds: number;
  readonly isPerProcess: boolean;
  /** A gateway runs the job only where it has this; null: any gateway runs the job. */
  readonly needs: JobNeed | null;
  /** In the job's order; none for a job of each process, and before a gateway first ran with the job. */
  readonly pieces: readonly JobPiece[];
  /** Pieces whose last run failed or was lost, and those whose run under way lasts too long. */
  readonly failing: number;
}

/** How a piece went that was run by hand. */
export interface RunPiece {
  readonly piece: string | null;
  readonly result: JobResult;
  /** Why it failed, else how far it came; null: nothing to say. */
  readonly message: string | null;
}

export interface RunJobOptions {
  /** Ends the run early. */
  readonly signal: AbortSignal;
  /** Told once of every process that runs a piece at the moment: it is waited for. */
  readonly onWait: (piece: string | null, heldBy: string) => void;
}

const lookEveryMs = 250;

/** All jobs, in the order of the registry. */
export async function listJobs(ctx: JobContext): Promise<readonly JobReport[]> {
  const stored = await ctx.jobStates.list();
  return ctx.jobs.map((job) => toReport(job, stored.get(job.name) ?? [], ctx.now()));
}

/**
 * Makes a job due at once: gateways run it within some seconds, what runs at the moment again when it has ended.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a job of each process.
 */
export async function requestJobRun(ctx: JobContext, name: string): Promise<JobReport> {
  const job = getSharedJob(ctx.jobs, name);
  await ctx.jobStates.prepare([job], ctx.now());
  await ctx.jobStates.want(name, ctx.now());
  return toReport(job, (await ctx.jobStates.list()).get(name) ?? [], ctx.now());
}

/**
 * Runs all pieces of a job in this process, one after the other. What another process runs is waited for.
 *
 * @throws {AppError} `NOT_FOUND`; `VALIDATION_FAILED` for a job of each process, and one that needs what this one has not;
 * the signal's reason.
 */
export async function runJob<
  Context extends JobContext & { readonly jobs: readonly Job<Context>[] },
>(ctx: Context, name: string, { signal, onWait }: RunJobOptions): Promise<readonly RunPiece[]> {
  const job = getSharedJob<Job<Context>>(ctx.jobs, name);
  if (!canRun(ctx, job))
    throw invalid({
      name: [`${name} needs a wallet, this process has none: set ADGATE_WALLET_URL`],
    });
  await ctx.jobStates.prepare([job], ctx.now());
  const ran: RunPiece[] = [];
  for (const piece of job.pieces ?? [null]) {
    let told: string | null = null;
    for (;;) {
      signal.throwIfAborted();
      const taken = await ctx.jobStates.takePiece(name, piece, holder, ctx.now(), leaseMsOf(job));
      if (taken) {
        ran.push({ piece, ...(await takeTurn(ctx, job, taken, { stopping: signal })) });
        break;
      }
      const heldBy = await findHolder(ctx, name, piece);
      if (heldBy !== null && heldBy !== told) onWait(piece, (told = heldBy));
      await sleep(lookEveryMs);
    }
  }
  return ran;
}

async function findHolder(
  { jobStates }: JobContext,
  name: string,
  piece: string | null,
): Promise<string | null> {
  const pieces = (await jobStates.list()).get(name) ?? [];
  return pieces.find((stored) => stored.piece === piece)?.holder ?? null;
}

function getSharedJob<Definition extends JobDefinition>(
  jobs: readonly Definition[],
  name: string,
): Definition {
  const job = jobs.find((known) => known.name === name);
  if (!job) throw notFound('job', name);
  if (job.isPerProcess === true)
    throw invalid({
      name: [`${name} is run by each gateway by itself, every ${job.everySeconds} s`],
    });
  return job;
}

function toReport(job: JobDefinition, stored: readonly JobPiece[], now: Date): JobReport {
  const { name, everySeconds, isPerProcess, needs, pieces: order = [] } = job;
  const place = ({ piece }: JobPiece) => (piece === null ? 0 : order.indexOf(piece));
  const pieces = stored.toSorted((a, b) => place(a) - place(b));
  const failing = pieces.filter((piece) => isFailing(job, piece, now)).length;
  const isOfProcess = isPerProcess === true;
  return { name, everySeconds, isPerProcess: isOfProcess, needs: needs ?? null, pieces, failing };
}

function isFailing(
  job: JobDefinition,
  { holder, lastStartedAt, lastResult }: JobPiece,
  now: Date,
): boolean {
  const isUnderWay = holder !== null && lastStartedAt !== null;
  const hangs = isUnderWay && now.getTime() - lastStartedAt.getTime() > longestRunMs(job);
  return hangs || lastResult === 'failed' || lastResult === 'lost';
}
