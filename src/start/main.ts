import 'reflect-metadata';
import { parseConfig } from '../config';
import { startGateway } from '../gateway';
import { createLog } from '../log';
import { exitOnSignals, run } from '../process';
import { prepareDataFolder } from './data-folder';
import { createDemoData, type DemoAccount, isDemoServed } from './demo-data';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database';
import { type LedgerProcesses, startLedger } from './ledger';
import { describeReady } from './ready-text';

/** `npm start`: everything in one go, with a database of its own unless `MONGODB_URI` names another. */
run(async () => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  prepareDataFolder(config.dataFolder);
  const gateway = await startGateway(config, log);
  let database: EmbeddedDatabase | null = null;
  // Beside the database: neither waits for the other.
  const ledgerStart: Promise<LedgerProcesses | null> = config.hasDevLedger
    ? startLedger({ dataFolder: config.dataFolder, env: process.env }, log)
    : Promise.resolve(null);
  ledgerStart.catch(() => undefined);
  const close = async () => {
    await gateway.close();
    await Promise.all([
      database?.close(),
      ledgerStart.then(
        (ledger) => ledger?.close(),
        () => undefined,
      ),
    ]);
  };
  const drain = exitOnSignals(close, log);
  try {
    database =
      config.mongodbUri === null ? await startEmbeddedDatabase(config.dataFolder, log) : null;
    database?.onLost((reason) => {
      process.stderr.write(
        `adgate: the embedded database keeps ending: ${reason}; mend that and start again: events taken meanwhile wait in ${config.dataFolder}/journal\n`,
      );
      drain(1);
    });
    let accounts: readonly DemoAccount[] = [];
    const ctx = await gateway.open(database?.uri ?? config.mongodbUri!, async (opened) => {
      if (config.hasDemo) accounts = (await createDemoData(opened))?.accounts ?? [];
    });
    const hasDemo = await isDemoServed(ctx);
    const ledger = await ledgerStart;
    process.stdout.write(describeReady(ctx, { url: gateway.url, accounts, hasDemo, ledger }));
  } catch (error) {
    await close();
    throw error;
  }
});
