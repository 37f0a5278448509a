import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WorkerProcess } from './worker-process';

/** How long a worker may take to answer, and the pause between two questions. */
const defaultAnswerMs = 5_000;
/** A worker is killed after so many missed answers in a row, about 30 seconds. One late answer is a busy machine. */
const mostMissed = 3;

/**
 * Kills a worker that takes requests and answers nothing, as one does that is caught in a loop: who waits for it waits for
 * nothing. It is started again like any other that ends.
 */
export async function killWhenHung(
  worker: WorkerProcess,
  log: Logger,
  answerMs = defaultAnswerMs,
): Promise<void> {
  let missed = 0;
  while (worker.isReady() && missed < mostMissed) {
    const hasAnswered = await worker.ask('alive', answerMs).then(
      () => true,
      () => false,
    );
    missed = hasAnswered ? 0 : missed + 1;
    await sleep(answerMs, undefined, { ref: false });
  }
  if (!worker.isReady()) return;
  log.error({ pid: worker.pid }, 'a worker answers nothing: it is killed');
  worker.kill();
}
