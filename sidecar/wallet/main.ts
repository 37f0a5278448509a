import { resolveBySystem } from '../node/resolve-by-system';
import { runProcess } from '../rpc/run';
import { ConfigError } from '../rpc/settings';
import { dropSecret, readWalletConfig, type WalletConfig } from './config';
import { createWallet, walletLimits } from './wallet';

/** Everybody on the machine can see the arguments of a process. */
function readConfig(): WalletConfig {
  if (process.argv.length > 2) {
    throw new ConfigError('takes no arguments: settings come from the environment or a file');
  }
  const config = readWalletConfig();
  dropSecret(process.env);
  return config;
}

runProcess({
  name: 'wallet',
  readConfig,
  // A transaction that waited its whole time may still have to be sent.
  drainMs: 3 * walletLimits.totalMs,
  createServer: ({ account, nodes }, { isReady, logger }) =>
    createWallet({
      account,
      nodes,
      now: Date.now,
      resolveHost: resolveBySystem,
      limits: walletLimits,
      isReady,
      onUnexpectedError: (error) => logger.error({ err: error }, 'unexpected error'),
    }),
});
