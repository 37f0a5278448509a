import { availableParallelism, totalmem } from 'node:os';

/** A gateway with some 100,000 creatives, its database's share not counted. */
const bytesPerWorker = 2 ** 30;

/** One worker for each core, at most one for each GiB that this process may have. */
export function defaultWorkerCount(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(totalmem(), limit) : totalmem();
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memory / bytesPerWorker)));
}
