import { readAccountsFile } from './accounts-file';
import { readDevNodeConfig, usage, type DevNodeConfig } from './config';
import { DevNodeError } from './errors';
import { openLedger, type Ledger, type LedgerParams } from './ledger';
import { obeyCommands } from './misbehaviour/commands';
import { openMisbehavingLedger, type MisbehavingLedger } from './misbehaviour/misbehaving-ledger';
import { startNodeServer } from './server';
import { openStorage } from './storage';

/** Messages and blocks are due on whole seconds; this is how late they may be. */
const tickMs = 250;
/** How long clients that do not take their answers may delay the end. */
const drainMs = 5000;

async function start(config: DevNodeConfig): Promise<void> {
  const accounts = readAccountsFile(config.accountsFile);
  const params: LedgerParams = {
    db: openStorage(config.folder),
    accounts,
    blockSeconds: config.blockSeconds,
    now: Date.now,
    onUnexpectedError: (error) => complain(`unexpected error: ${describe(error)}`),
  };
  const ledger: Ledger & Partial<Pick<MisbehavingLedger, 'deliver'>> = config.misbehaviour
    ? openCommandedLedger(params, config.misbehaviour)
    : openLedger(params);
  ledger.tick();
  const server = await startNodeServer(config.port, {
    execute: (requests) => ledger.execute(requests),
    ...(ledger.deliver && { deliver: ledger.deliver }),
  }).catch((error: unknown) => {
    throw new DevNodeError(
      `cannot listen on 127.0.0.1:${config.port}: ${codeOf(error) ?? describe(error)}`,
    );
  });
  const timer = setInterval(() => {
    try {
      ledger.tick();
    } catch (error) {
      // The disk did not take a block. From now on nothing can be acknowledged.
      stopWith(`the ledger cannot go on: ${describe(error)}`);
    }
  }, tickMs);

  let isDraining = false;
  function drain(): void {
    if (isDraining) return;
    isDraining = true;
    clearInterval(timer);
    setTimeout(() => process.exit(1), drainMs).unref();
    void server.close().then(() => {
      ledger.close();
      process.exit(0);
    });
  }

  process.on('SIGTERM', drain);
  if (process.channel) {
    // Our parent stops us, or has ended; signals from a terminal are for the parent.
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
    process.on('disconnect', drain);
  } else {
    process.on('SIGINT', drain);
  }
  process.stdout.write(`Adgate dev node is ready at 127.0.0.1:${server.port}\n`);
}

/** A ledger that also misbehaves when standard input says so. */
function openCommandedLedger(
  params: LedgerParams,
  misbehaviour: NonNullable<DevNodeConfig['misbehaviour']>,
): MisbehavingLedger {
  const ledger = openMisbehavingLedger(params, misbehaviour);
  process.stdout.write(`Adgate dev node misbehaves by seed ${misbehaviour.seed}\n`);
  obeyCommands(process.stdin, { misbehave: ledger.misbehave, say: complain });
  return ledger;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function complain(message: string): void {
  process.stderr.write(`adgate dev node: ${message}\n`);
}

function stopWith(message: string): never {
  complain(message);
  process.exit(1);
}

try {
  const config = readDevNodeConfig(process.argv.slice(2), process.env);
  if (config === null) process.stdout.write(usage);
  else {
    start(config).catch((error: unknown) => {
      if (error instanceof DevNodeError) stopWith(error.message);
      // Of the system or of SQLite: a folder that cannot be made, a file that has been damaged.
      if (codeOf(error) !== undefined) stopWith(`cannot use ${config.folder}: ${describe(error)}`);
      throw error;
    });
  }
} catch (error) {
  if (!(error instanceof DevNodeError)) throw error;
  stopWith(error.message);
}
