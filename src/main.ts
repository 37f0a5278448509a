import 'reflect-metadata';
import { parseConfig, ConfigError } from './config';
import { createLog } from './platform/process/log';
import { exitOnSignals, run } from './platform/process/process';
import { startGateway } from './gateway';

run(async () => {
  const config = parseConfig(process.env);
  if (config.mongodbUri === null)
    throw new ConfigError('MONGODB_URI is required here; `npm start` brings a database of its own');
  const log = createLog(config.logLevel);
  const gateway = await startGateway(config, log);
  exitOnSignals(() => gateway.close(), log);
  await gateway.open(config.mongodbUri);
  log.info({ url: gateway.url }, 'ready');
});
