import type { Logger } from 'pino';
import { describeStartError } from './start-errors';

/** Runs a program; what it cannot start with becomes one line on standard error and exit code 1. */
export function run(program: () => Promise<void>): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24)
    fail(`Node 24 or newer is needed, this is ${process.version}: start with \`npm start\``);
  program().catch((error: unknown) => fail(describeStartError(error)));
}

function fail(message: string): never {
  process.stderr.write(`adgate: ${message}\n`);
  process.exit(1);
}

/** The first SIGINT or SIGTERM drains, a second one ends at once. */
export function exitOnSignals(close: () => Promise<void>, log: Logger): void {
  let isClosing = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    log.info({ signal }, 'draining');
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'draining failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
