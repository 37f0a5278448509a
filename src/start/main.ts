import { join } from 'node:path';
import { parseConfig } from '../config';
import { startGatewayWorkers } from '../assembly/gateway-workers';
import { createLog } from '../platform/process/log';
import { exitOnSignals, run } from '../platform/process/process';
import type { Workers } from '../platform/process/workers';
import { readSettings } from '../settings-file';
import { prepareDataFolder } from './data-folder';
import { developerArgument, followDeveloper } from './developer';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database';
import { type LedgerProcesses, startLedger } from './ledger';
import { gatewayAddress } from './ledger-files';
import { describeReady } from './ready-text';
import { ownLedgerArgument, type ReadyGateway, trialSettings } from './ready-gateway';
import { assertPresent } from '../present';

/**
 * `npm start`: everything in one go, with a database of its own unless `MONGODB_URI` names another. All that works is a
 * process of its own and is started again when it dies; this one only watches.
 */
run(async () => {
  const env = readSettings(process.env);
  const config = parseConfig(env);
  const log = createLog(config.logLevel);
  const { dataFolder } = config;
  prepareDataFolder(dataFolder);
  let database: EmbeddedDatabase | null = null;
  let gateway: Workers | null = null;
  // With a wallet of the operator's, the ledger is another.
  const hasOwnLedger = config.hasDevLedger && config.ledgerUrls === null;
  // Beside the database, which takes longer.
  const ledgerStart: Promise<LedgerProcesses | null> = hasOwnLedger
    ? startLedger({ dataFolder, env }, log)
    : Promise.resolve(null);
  ledgerStart.catch(() => undefined);
  const close = async () => {
    await gateway?.close();
    await Promise.all([
      database?.close(),
      ledgerStart.then(
        (ledger) => ledger?.close(),
        () => undefined,
      ),
    ]);
  };
  // A terminal that is closed sends SIGHUP.
  const drain = exitOnSignals(close, log, ['SIGINT', 'SIGTERM', 'SIGHUP']);
  const developer = followDeveloper({
    reload: async () => (await gateway?.reload()) ?? false,
    drain,
  });
  const say = (text: string) => process.stderr.write(`adgate: ${text}\n`);
  try {
    database = config.mongodbUri === null ? await startEmbeddedDatabase(dataFolder, log) : null;
    database?.onLost((reason) => {
      say(
        `the embedded database keeps ending: ${reason}; mend that and start again: events taken meanwhile wait in ${dataFolder}/journal`,
      );
      drain(1);
    });
    const mongodbUri = database?.uri ?? assertPresent(config.mongodbUri, 'there is a database');
    const ledger = await ledgerStart;
    const ownLedger = config.ledgerAddress === gatewayAddress ? ledger : null;
    gateway = await startGatewayWorkers({
      file: join(__dirname, 'gateway.js'),
      args: [
        ...(ownLedger === null ? [] : [ownLedgerArgument]),
        ...(developer === null ? [] : [developerArgument]),
      ],
      env: { MONGODB_URI: mongodbUri, ...(ownLedger !== null && trialSettings(env, ownLedger)) },
      config,
      log,
      defaultCount: 1,
    });
    gateway.onLost((reason) => {
      say(`the gateway keeps ending: ${reason}; mend that and start again`);
      drain(1);
    });
    process.stdout.write(describeReady({ ...readyOf(gateway), dataFolder, ledger }));
    await developer?.tellReady(readyOf(gateway));
  } catch (error) {
    await close();
    throw error;
  }
});

/** Said by `start/gateway.ts`. */
function readyOf({ ready }: Workers): ReadyGateway {
  return ready as Workers['ready'] & ReadyGateway;
}
