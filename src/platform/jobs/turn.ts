import { hostname } from 'node:os';
import { renewLease } from '../database/lease';
import { traced } from '../process/tracing';
import { type Job, longestRunMs } from './job';
import type { TurnContext } from './job.context';
import type { EndedTurn, JobResult, TakenPiece } from './job-state';

/** This process, as operators are told who runs a piece. */
export const holder = `${hostname()}:${process.pid}`;

const longestMessage = 200;

export interface TurnOptions {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** How often the lease is renewed; default a quarter of its time. */
  readonly renewEveryMs?: number | undefined;
}

/** Runs a piece that was taken, and gives it back with its result; a failure is logged. */
export async function takeTurn<Context extends TurnContext>(
  ctx: Context,
  job: Job<Context>,
  taken: TakenPiece,
  { stopping, renewEveryMs }: TurnOptions,
): Promise<Pick<EndedTurn, 'result' | 'message'>> {
  const ending = new AbortController();
  const end = () => {
    ending.abort();
  };
  const lease = renewLease(() => ctx.jobStates.renew(taken, ctx.now()), {
    forMs: taken.leaseMs,
    everyMs: renewEveryMs,
  });
  for (const signal of [stopping, lease.signal]) signal.addEventListener('abort', end);
  if (stopping.aborted) end();
  const about = { job: job.name, piece: taken.piece };
  const watch = setTimeout(() => {
    ctx.log.error({ ...about, afterMs: longestRunMs(job) }, 'a run of a job does not end');
  }, longestRunMs(job)).unref();
  let failure: unknown = null;
  let told: string | null = null;
  try {
    const { piece, fence } = taken;
    const turn = { name: `job ${job.name}`, kind: 'internal' } as const;
    await traced(turn, () =>
      job.run(ctx, ending.signal, {
        piece,
        fence,
        tell(message) {
          told = message.slice(0, longestMessage);
        },
      }),
    );
  } catch (error) {
    failure = error ?? new Error('no reason');
  } finally {
    lease.stop();
    clearTimeout(watch);
    stopping.removeEventListener('abort', end);
  }
  const result = resultOf(failure, { isLost: lease.signal.aborted, isStopped: stopping.aborted });
  const message = result === 'failed' ? messageOf(failure) : told;
  const endedAt = ctx.now();
  const waitMs = result === 'lost' || stopping.aborted ? 0 : job.everySeconds * 1000;
  const nextRunAt = new Date(endedAt.getTime() + waitMs);
  const isOurs = await ctx.jobStates.end(taken, { endedAt, result, message, nextRunAt });
  if (result === 'failed') ctx.log.warn({ err: failure, ...about }, 'job failed');
  if (result !== 'lost' && isOurs) return { result, message };
  ctx.log.warn(about, 'job was halted for so long that others may have taken it over');
  return { result: 'lost', message };
}

function resultOf(
  failure: unknown,
  { isLost, isStopped }: { readonly isLost: boolean; readonly isStopped: boolean },
): JobResult {
  if (isLost) return 'lost';
  if (failure === null) return 'ok';
  return isStopped ? 'stopped' : 'failed';
}

/** The first line of what went wrong. URLs keep their host alone: passwords and keys stand in them. */
function messageOf(failure: unknown): string {
  const text = failure instanceof Error ? failure.message : String(failure);
  const [line = ''] = text.trim().split('\n', 1);
  return line
    .replace(/([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)\S*/gi, '$1$2/…')
    .slice(0, longestMessage);
}
