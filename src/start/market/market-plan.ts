import { join } from 'node:path';
import { ConfigError, parseConfig } from '../../config';
import { findGatewayUrl } from '../../platform/process/gateway-url';
import type { InstallationPlan } from '../installation';
import { firstServer, type LedgerServer, secondServer } from '../ledger-files';
import type { ServerPlan } from '../own-server';

type Environment = Readonly<Record<string, string | undefined>>;

/** `npm start -- --market`: two servers that show each other's campaigns and pay each other, on one ledger. */
export const marketArgument = '--market';

/** One server alone can have them, or they name another ledger than the one that comes along. */
const unfit = [
  'MONGODB_URI',
  'ADGATE_CONTENT_DIR',
  'ADGATE_LEDGER_ADDRESS',
  'ADGATE_METRICS_PORT',
  'ADGATE_PUBLIC_URL',
  'ADGATE_RELAY_NODES',
  'ADGATE_RELAY_URL',
  'ADGATE_SERVE_URL',
  'ADGATE_WALLET_FILE',
  'ADGATE_WALLET_NODES',
  'ADGATE_WALLET_URL',
] as const;

/** Both servers are on this machine, and an operator stands by. */
const marketSettings = { ADGATE_PEERS: 'approve', ADGATE_LOOPBACK_PEERS: '1' } as const;
/** Settings in the place of those that nobody has given, so that coins cross within a minute and a half. */
const hurry = { ADGATE_PEER_IMPORT_SECONDS: '5' } as const;
const newBlockSeconds = '4';

/**
 * Two servers, with their data in `market/a` and `market/b` of the data folder, and their ledger in `market/ledger`. The
 * first listens at `PORT`, the second at the next one.
 *
 * @throws {ConfigError} where a setting says something else.
 */
export function planMarket(env: Environment): InstallationPlan {
  const { dataFolder, port, hasDemo, hasDevLedger } = parseConfig(env);
  const named = unfit.filter((name) => env[name]);
  if (named.length > 0)
    throw new ConfigError(
      `${marketArgument} runs two servers with databases and a ledger of their own: leave out ${named.join(', ')}`,
    );
  if (!hasDemo || !hasDevLedger)
    throw new ConfigError(
      `${marketArgument} needs its demo and its ledger: leave out ADGATE_DEMO and ADGATE_DEV_LEDGER`,
    );
  const folder = join(dataFolder, 'market');
  return {
    servers: [
      planServer(env, { server: firstServer, folder: join(folder, 'a'), port }),
      planServer(env, { server: secondServer, folder: join(folder, 'b'), port: port && port + 1 }),
    ],
    ledger: { dataFolder: folder, servers: [firstServer, secondServer], newBlockSeconds },
  };
}

/** The other one of the two; null: none of them has this account. */
export function otherServer(ledgerAddress: string): LedgerServer | null {
  if (ledgerAddress === firstServer.address) return secondServer;
  return ledgerAddress === secondServer.address ? firstServer : null;
}

function planServer(
  env: Environment,
  of: { readonly server: LedgerServer; readonly folder: string; readonly port: number },
): ServerPlan {
  const { server, folder, port } = of;
  const inHurry = Object.entries(hurry).filter(([name]) => !env[name]);
  return {
    settings: {
      ...Object.fromEntries(inHurry),
      ...marketSettings,
      PORT: String(port === 0 ? formerPort(folder) : port),
      ADGATE_DATA_DIR: folder,
      ADGATE_LEDGER_ADDRESS: server.address,
    },
    args: [marketArgument],
  };
}

/** Others know a server by its URL: where any port will do, it is the same as at the last start. */
function formerPort(folder: string): string {
  const url = findGatewayUrl(folder);
  return (url && new URL(url).port) ?? '0';
}
