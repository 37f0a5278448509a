import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { describeStartError, traceOf } from './start-errors';
import { isWorker, tellFailure } from './worker';

/** Runs a program. Why it cannot start becomes one line on standard error, its primary's for a worker, and exit code 1. */
export function run(program: () => Promise<void>): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24) {
    void fail(`Node 24 or newer is needed, this is ${process.version}: start with \`npm start\``);
    return;
  }
  keepRequestsYoung();
  program().catch((error: unknown) => {
    if (process.env['ADGATE_LOG_LEVEL'] === 'debug') process.stderr.write(`${traceOf(error)}\n`);
    return fail(describeStartError(error));
  });
}

/**
 * V8 learns which places in the code make objects that last, and makes those in the old generation at once. While the
 * inventory is loaded, all objects last. Later the same places make parts of requests, which only a full collection
 * removes, with all that they point to. Without this flag a fifth of the objects of requests outlived them, and each
 * collection took tens of milliseconds.
 *
 * Measured by `bench/find.ts`: without it a find takes 21% more CPU time. Delete it when that is under 10%.
 */
function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

async function fail(message: string): Promise<void> {
  if (!isWorker() || !(await tellFailure(message))) process.stderr.write(`adgate: ${message}\n`);
  process.exit(1);
}

/**
 * The first signal drains, a second one ends at once.
 *
 * @param signals default: SIGINT and SIGTERM
 * @returns what drains for another reason, and exits with its code.
 */
export function exitOnSignals(
  close: () => Promise<void>,
  log: Logger,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'],
): (exitCode: number) => void {
  let isClosing = false;
  const drain = (exitCode: number) => {
    if (isClosing) return;
    isClosing = true;
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'draining failed');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1);
    log.info({ signal }, 'draining');
    drain(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return drain;
}
