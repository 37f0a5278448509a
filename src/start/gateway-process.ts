import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DemoAccount } from './demo-data';
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

/** As many creatives as a process holds are loaded in that time. */
const startTimeoutMs = 15 * 60_000;

/** The line by which a gateway tells it to the process that has started it. */
export function formatReadyLine(ready: ReadyGateway): string {
  return `gateway ready ${JSON.stringify(ready)}\n`;
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
  { mongodbUri, env }: { readonly mongodbUri: string; readonly env: NodeJS.ProcessEnv },
  log: Logger,
): Promise<SupervisedProcess & { readonly ready: ReadyGateway }> {
  const supervised = await startSupervised(
    {
      name: 'the gateway',
      file: join(__dirname, 'gateway.js'),
      readyLine: /^gateway ready (\{.*\})$/,
      startTimeoutMs,
      launch: (ready) => ({
        args: [],
        env: {
          ...env,
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
