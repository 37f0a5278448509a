import { parseConfig } from '../config';
import { createLog } from '../platform/process/log';
import { exitOnSignals, run } from '../platform/process/process';
import { readSettings } from '../settings-file';
import { developerArgument, followDeveloper, isForDeveloper } from './developer';
import { Installation, type InstallationPlan } from './installation';
import { firstServer } from './ledger-files';
import { marketArgument, planMarket } from './market/market-plan';
import { describeMarket } from './market/market-text';
import { describeReady } from './ready-text';
import { assertPresent } from '../present';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `npm start`: everything in one go, with a database of its own unless `MONGODB_URI` names another. All that works is a
 * process of its own and is started again when it dies; this one only watches. With `--market` there are two servers.
 */
run(async () => {
  const env = readSettings(process.env);
  const log = createLog(parseConfig(env).logLevel);
  const isMarket = process.argv.includes(marketArgument);
  const installation = new Installation(isMarket ? planMarket(env) : planOne(env), env, log);
  // A terminal that is closed sends SIGHUP.
  const drain = exitOnSignals(() => installation.close(), log, ['SIGINT', 'SIGTERM', 'SIGHUP']);
  const developer = followDeveloper({ reload: () => installation.reload(), drain });
  void installation.lost.then((message) => {
    process.stderr.write(`adgate: ${message}\n`);
    drain(1);
  });
  try {
    const ready = await installation.start();
    const gateway = assertPresent(ready.gateways[0], 'one server was started');
    process.stdout.write(
      isMarket ? describeMarket(ready) : describeReady({ ...gateway, ledger: ready.ledger }),
    );
    await developer?.tellReady(gateway);
  } catch (error) {
    await installation.close();
    throw error;
  }
});

/** One server; with a wallet of the operator's, the ledger is another. */
function planOne(env: Environment): InstallationPlan {
  const { dataFolder, hasDevLedger, ledgerUrls } = parseConfig(env);
  return {
    servers: [{ settings: {}, args: isForDeveloper() ? [developerArgument] : [] }],
    ledger: hasDevLedger && ledgerUrls === null ? { dataFolder, servers: [firstServer] } : null,
  };
}
