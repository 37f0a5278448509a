import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { parseConfig } from '../../src/config';
import { startGateway } from '../../src/assembly/gateway';
import { createLog } from '../../src/platform/process/log';
import { exitOnSignals, run } from '../../src/platform/process/process';

/**
 * The gateway without a part of it. `--without budgets`: its finds offer whatever wins, nobody asks what budgets and
 * funds can pay. `--without looks`: it looks at no find beside answering it. `--without jobs`: it does what requests ask for, and nothing beside it.
 */
const { values } = parseArgs({ options: { without: { type: 'string' } } });

run(async () => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const gateway = await startGateway(config, log);
  exitOnSignals(() => gateway.close(), log);
  await gateway.open(config.mongodbUri!, (ctx) => {
    if (values.without === 'budgets') Object.assign(ctx.offerGate, { payFor: () => null });
    if (values.without === 'looks') Object.assign(ctx.findObserver, { note: () => undefined });
    if (values.without === 'jobs') Object.assign(ctx, { jobs: [] });
    return Promise.resolve();
  });
  log.info({ url: gateway.url }, 'ready');
});
