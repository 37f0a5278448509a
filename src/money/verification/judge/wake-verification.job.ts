import { partitions } from '../../../market/events/event';
import type { JobContext } from '../../../platform/jobs/job.context';
import type { Job } from '../../../platform/jobs/job';
import type { VerificationContext } from '../verification.context';
import { verifyEvents } from './verify-events.job';

/** Makes those pieces of the verification due that have work: one look when there is none. */
export const wakeVerification: Job<VerificationContext & JobContext> = {
  name: 'wake-verification',
  everySeconds: 2,
  isPerProcess: true,
  async run(ctx) {
    const now = ctx.now();
    const due = new Set([
      ...(await ctx.verification.listDuePartitions(partitions, now)),
      ...(await ctx.conversionVerification.listDuePartitions(now)),
    ]);
    await ctx.jobStates.bringForward(verifyEvents.name, [...due].map(String), now);
  },
};
