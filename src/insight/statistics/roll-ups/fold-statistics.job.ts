import type { Job } from '../../../platform/jobs/job';
import type { JobContext } from '../../../platform/jobs/job.context';
import type { PlatformMembers } from '../../../platform/platform.members';
import { secondMs } from '../../../time';
import { countWaiting } from '../facts/waiting-facts.service';
import { foldAllChanges } from './fold-changes.service';
import { foldPieces } from './fold-pieces.job';
import type { StatisticsContext } from '../statistics.context';

/** More facts than one process adds in a run, some 2,000 events a second, are left to all processes, in pieces. */
const mostFacts = 10_000;
/** Fewer processes add less by pieces than one does by itself: pieces hand facts on, which takes twice the time. */
const leastProcesses = 4;
/** So long that more may wait by then than one process adds. */
const lookAfterMs = 10 * secondMs;

type Context = StatisticsContext & JobContext & Pick<PlatformMembers, 'runningProcesses'>;

/** Adds what verdicts have changed to the roll-ups. Answers do not wait for it: they add what is left themselves. */
export const foldStatistics: Job<Context> = {
  name: 'fold-statistics',
  everySeconds: 5,
  async run(ctx, signal) {
    while (!signal.aborted) {
      const { pieces, facts } = await countWaiting(ctx);
      if (facts === 0) return;
      if (facts > mostFacts && (await areManyRunning(ctx))) {
        await ctx.jobStates.bringForward(foldPieces.name, [...pieces], ctx.now());
        return;
      }
      await foldAllChanges(ctx, AbortSignal.any([signal, AbortSignal.timeout(lookAfterMs)]));
    }
  },
};

async function areManyRunning({ runningProcesses, now }: Context): Promise<boolean> {
  return (await runningProcesses.noteOwn(now())) >= leastProcesses;
}
