import type { Logger } from 'pino';
import { tuneCollector } from './collector';
import { describeStartError, traceOf } from './start-errors';
import { isWorker, tellFailure } from './worker';

/** Runs a program. Why it cannot start becomes one line on standard error, its primary's for a worker, and exit code 1. */
export function run(program: () => Promise<void>): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24) {
    void fail(`Node 24 or newer is needed, this is ${process.version}: start with \`npm start\``);
    return;
  }
  tuneCollector();
  // As in the log: a terminal that was closed is no reason to end at once.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  program().catch((error: unknown) => {
    if (process.env['ADGATE_LOG_LEVEL'] === 'debug') process.stderr.write(`${traceOf(error)}\n`);
    return fail(describeStartError(error));
  });
}

async function fail(message: string): Promise<void> {
  if (!isWorker() || !(await tellFailure(message))) process.stderr.write(`adgate: ${message}\n`);
  process.exit(1);
}

/**
 * The first signal drains, a second one but SIGHUP ends at once.
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
    // A terminal that is closed says so twice: itself, and by its shell.
    if (isClosing && signal === 'SIGHUP') return;
    if (isClosing) process.exit(1);
    log.info({ signal }, 'draining');
    drain(0);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return drain;
}
