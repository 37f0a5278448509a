import type { Job } from '../../../platform/jobs/job';
import type { JobContext } from '../../../platform/jobs/job.context';
import { countWaiting } from '../facts/waiting-facts.service';
import { foldAllChanges } from './fold-changes.service';
import { foldPieces } from './fold-pieces.job';
import type { StatisticsContext } from '../statistics.context';
import { secondMs } from '../../../time';

/** More facts than one process adds in a run, some 2,000 events a second, are left to all processes, in pieces. */
const mostFacts = 10_000;
/** So long that more may wait by then than one process adds. */
const longestTurnMs = 10 * secondMs;

/** Adds what verdicts have changed to the roll-ups. Answers do not wait for it: they add what is left themselves. */
export const foldStatistics: Job<StatisticsContext & JobContext> = {
  name: 'fold-statistics',
  everySeconds: 5,
  async run(ctx, signal) {
    const { pieces, facts } = await countWaiting(ctx);
    if (facts > mostFacts)
      await ctx.jobStates.bringForward(foldPieces.name, [...pieces], ctx.now());
    else if (facts > 0)
      await foldAllChanges(ctx, AbortSignal.any([signal, AbortSignal.timeout(longestTurnMs)]));
  },
};
