import type { Job } from '../../../platform/jobs/job';
import type { VerificationContext } from '../verification.context';
import { partitions } from '../../../market/events/event';
import { verifyPartition } from './verify.service';

/** Gives verdicts to events and conversions, and books them. Whoever stores some wakes it up within seconds. */
export const verifyEvents: Job<VerificationContext> = {
  name: 'verify-events',
  everySeconds: 60,
  pieces: partitions.map(String),
  async run(ctx, signal, { piece }) {
    for (const partition of piece === null ? partitions : [Number(piece)])
      await verifyPartition(ctx, partition, signal);
  },
};
