import { parseConfig } from '../config';
import { createLog } from '../platform/process/log';
import { exitOnSignals, run } from '../platform/process/process';
import { prepareDataFolder } from './data-folder';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database';
import { startGatewayProcess } from './gateway-process';
import { type LedgerProcesses, startLedger } from './ledger';
import { gatewayAddress } from './ledger-files';
import { describeReady } from './ready-text';
import type { SupervisedProcess } from './supervised-process';

/**
 * `npm start`: everything in one go, with a database of its own unless `MONGODB_URI` names another. All that works is a
 * process of its own and is started again when it dies; this one only watches.
 */
run(async () => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const { dataFolder } = config;
  prepareDataFolder(dataFolder);
  let database: EmbeddedDatabase | null = null;
  let gateway: SupervisedProcess | null = null;
  // With a wallet of the operator's, the ledger is another.
  const hasOwnLedger = config.hasDevLedger && config.ledgerUrls === null;
  // Beside the database, which takes longer.
  const ledgerStart: Promise<LedgerProcesses | null> = hasOwnLedger
    ? startLedger({ dataFolder, env: process.env }, log)
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
  const drain = exitOnSignals(close, log);
  const say = (text: string) => process.stderr.write(`adgate: ${text}\n`);
  try {
    database = config.mongodbUri === null ? await startEmbeddedDatabase(dataFolder, log) : null;
    database?.onLost((reason) => {
      say(
        `the embedded database keeps ending: ${reason}; mend that and start again: events taken meanwhile wait in ${dataFolder}/journal`,
      );
      drain(1);
    });
    const mongodbUri = database?.uri ?? config.mongodbUri!;
    const ledger = await ledgerStart;
    const isPayer = config.ledgerAddress === gatewayAddress;
    const started = await startGatewayProcess(
      { mongodbUri, env: process.env, ledger: isPayer ? ledger : null },
      log,
    );
    gateway = started;
    gateway.onLost((reason) => {
      say(`the gateway keeps ending: ${reason}; mend that and start again`);
      drain(1);
    });
    process.stdout.write(describeReady({ ...started.ready, dataFolder, ledger }));
  } catch (error) {
    await close();
    throw error;
  }
});
