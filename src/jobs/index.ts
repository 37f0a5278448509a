import type { ServiceContext } from '../context';
import type { Job } from './job';
import { markClicksWithoutImpression } from './mark-clicks-without-impression';
import { removeUnusedContents } from './remove-unused-contents';
import { rerankCreatives } from './rerank-creatives';
import { storeCreativeResults } from './store-creative-results';

export const jobs: readonly Job[] = [
  storeCreativeResults,
  rerankCreatives,
  markClicksWithoutImpression,
  removeUnusedContents,
];

/** Runs every job in turn until closed; a failed run is logged and tried again at its time. */
export function startJobs(ctx: ServiceContext): { close(): Promise<void> } {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  let isClosed = false;

  function schedule(job: Job): void {
    if (isClosed) return;
    timers.set(
      job,
      setTimeout(() => running.set(job, runOnce(job)), job.everySeconds * 1000),
    );
  }

  async function runOnce(job: Job): Promise<void> {
    try {
      await job.run(ctx);
    } catch (error) {
      ctx.log.warn({ err: error, job: job.name }, 'job failed');
    }
    schedule(job);
  }

  for (const job of jobs) schedule(job);
  return {
    async close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
