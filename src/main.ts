import { join } from 'node:path';
import { ConfigError, parseConfig } from './config';
import { startGatewayWorkers } from './assembly/gateway-workers';
import { createLog } from './platform/process/log';
import { exitOnSignals, run } from './platform/process/process';
import { defaultWorkerCount } from './platform/process/worker-count';
import { readSettings } from './settings-file';
import { prepareDataFolder } from './start/data-folder';

/** `npm run start:server`: the gateway on all cores. This process only watches the workers. */
run(async () => {
  const config = parseConfig(readSettings(process.env));
  if (config.mongodbUri === null)
    throw new ConfigError('MONGODB_URI is required here; `npm start` brings a database of its own');
  const log = createLog(config.logLevel);
  prepareDataFolder(config.dataFolder);
  const workers = await startGatewayWorkers({
    file: join(__dirname, 'assembly/worker.js'),
    config,
    log,
    defaultCount: defaultWorkerCount(),
  });
  const drain = exitOnSignals(() => workers.close(), log);
  process.on('SIGHUP', () => {
    log.info('reloading');
    void workers.reload();
  });
  workers.onLost((reason) => {
    process.stderr.write(
      `adgate: the gateway keeps ending: ${reason}; mend that and start again\n`,
    );
    drain(1);
  });
});
