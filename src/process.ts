import type { Logger } from 'pino';
import { describeStartError, traceOf } from './start-errors';

/** Runs a program; what it cannot start with becomes one line on standard error and exit code 1. */
export function run(program: () => Promise<void>): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24)
    fail(`Node 24 or newer is needed, this is ${process.version}: start with \`npm start\``);
  program().catch((error: unknown) => {
    if (process.env['ADGATE_LOG_LEVEL'] === 'debug') process.stderr.write(`${traceOf(error)}\n`);
    fail(describeStartError(error));
  });
}

function fail(message: string): never {
  process.stderr.write(`adgate: ${message}\n`);
  process.exit(1);
}

/**
 * The first SIGINT or SIGTERM drains, a second one ends at once.
 *
 * @returns what drains for another reason, and exits with its code.
 */
export function exitOnSignals(close: () => Promise<void>, log: Logger): (exitCode: number) => void {
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
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return drain;
}
