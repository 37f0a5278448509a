import 'reflect-metadata';
import { parseConfig } from '../../src/config';
import { startGateway } from '../../src/gateway';
import { createLog } from '../../src/platform/process/log';
import { exitOnSignals, run } from '../../src/platform/process/process';

/** The gateway, but its finds offer whatever wins: nobody asks what budgets and funds can pay. */
run(async () => {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  const gateway = await startGateway(config, log);
  exitOnSignals(() => gateway.close(), log);
  const ctx = await gateway.open(config.mongodbUri!);
  Object.assign(ctx.offerGate, { payFor: () => null });
  log.info({ url: gateway.url }, 'ready');
});
