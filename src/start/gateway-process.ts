import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DemoAccount } from './demo-data';
import type { LedgerProcesses } from './ledger';
import { startSupervised, type SupervisedProcess } from './supervised-process';

/** What a gateway says of itself once it answers. */
export interface ReadyGateway {
  readonly url: string;
  /** Those just made. */
  readonly accounts: readonly DemoAccount[];
  /** Opens the panel as the demo's advertiser, once; null without one. */
  readonly panelLink: string | null;
  /** Whether there is an ad to show. */
  readonly hasDemo: boolean;
}

type LedgerUrls = Pick<LedgerProcesses, 'walletUrl' | 'relayUrl'>;

/** Says that the ledger is one for development: no setting does, so that nobody says it of another. */
export const ownLedgerArgument = '--own-ledger';

/** As many creatives as a process holds are loaded in that time. */
const startTimeoutMs = 15 * 60_000;

/** The line by which a gateway tells it to the process that has started it. */
export function formatReadyLine(ready: ReadyGateway): string {
  return `gateway ready ${JSON.stringify(ready)}\n`;
}

/** Coins of a ledger of its own are worth nothing: everybody may spend, and is paid at once. */
function trialSettings(env: NodeJS.ProcessEnv, { walletUrl, relayUrl }: LedgerUrls) {
  return {
    ADGATE_DEFAULT_CREDIT: env['ADGATE_DEFAULT_CREDIT'] || 'unlimited',
    ADGATE_MIN_PAYOUT: env['ADGATE_MIN_PAYOUT'] || '0',
    ADGATE_WALLET_URL: walletUrl,
    ADGATE_RELAY_URL: relayUrl,
  };
}

function parseReady(text: string): ReadyGateway {
  // Our own line.
  return JSON.parse(text) as ReadyGateway;
}

/**
 * Starts the gateway in a process of its own: when it dies, it is started again at the same port.
 *
 * @throws {ConfigError} with the gateway's own line when it cannot start.
 */
export async function startGatewayProcess(
  {
    mongodbUri,
    env,
    ledger,
  }: {
    readonly mongodbUri: string;
    readonly env: NodeJS.ProcessEnv;
    /** Of its own, that it pays on; null: none. */
    readonly ledger: LedgerUrls | null;
  },
  log: Logger,
): Promise<SupervisedProcess & { readonly ready: ReadyGateway }> {
  const supervised = await startSupervised(
    {
      name: 'the gateway',
      file: join(__dirname, 'gateway.js'),
      readyLine: /^gateway ready (\{.*\})$/,
      startTimeoutMs,
      launch: (ready) => ({
        args: ledger === null ? [] : [ownLedgerArgument],
        env: {
          ...env,
          ...(ledger !== null && trialSettings(env, ledger)),
          NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --enable-source-maps`.trim(),
          MONGODB_URI: mongodbUri,
          ...(ready !== null && { PORT: new URL(parseReady(ready).url).port }),
        },
      }),
      describeFailure: (reason) => reason,
    },
    log,
  );
  return { ...supervised, ready: parseReady(supervised.address) };
}
