import 'reflect-metadata';
import { parseConfig } from '../config';
import { startGateway } from '../gateway';
import { createLog } from '../log';
import { exitOnSignals, run } from '../process';
import { prepareDataFolder } from './data-folder';
import { createDemoData } from './demo-data';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database';
import { describeReady } from './ready-text';

/** `npm start`: everything in one go, with a database of its own unless `MONGODB_URI` names another. */
run(async () => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  prepareDataFolder(config.dataFolder);
  const gateway = await startGateway(config, log);
  let database: EmbeddedDatabase | null = null;
  const close = async () => {
    await gateway.close();
    await database?.close();
  };
  exitOnSignals(close, log);
  try {
    database = config.mongodbUri === null ? await startEmbeddedDatabase(config.dataFolder) : null;
    const ctx = await gateway.open(database?.uri ?? config.mongodbUri!);
    const demo = config.hasDemo ? await createDemoData(ctx) : null;
    process.stdout.write(describeReady(ctx, { url: gateway.url, demo }));
    database?.onExit((reason) => {
      log.fatal({ reason }, 'the embedded database ended');
      process.exit(1);
    });
  } catch (error) {
    await close();
    throw error;
  }
});
