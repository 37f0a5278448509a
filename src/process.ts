import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { describeStartError, traceOf } from './start-errors';

/** Runs a program; what it cannot start with becomes one line on standard error and exit code 1. */
export function run(program: () => Promise<void>): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24)
    fail(`Node 24 or newer is needed, this is ${process.version}: start with \`npm start\``);
  keepRequestsYoung();
  program().catch((error: unknown) => {
    if (process.env['ADGATE_LOG_LEVEL'] === 'debug') process.stderr.write(`${traceOf(error)}\n`);
    fail(describeStartError(error));
  });
}

/**
 * Objects of a place in the code where many lasted, as all do while the inventory is loaded, V8 makes in the old
 * generation at once. Later they are parts of requests: nothing but a full collection sees that they are dead, and
 * until then they keep whatever they point to. Without this a fifth of all that requests make outlived them, and
 * collecting it took tens of milliseconds at a time.
 */
function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
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
