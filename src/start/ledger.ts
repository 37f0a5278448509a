import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, isSetting } from '../config';
import { type LedgerFiles, type LedgerServer, prepareLedgerFiles } from './ledger-files';
import {
  startSupervised,
  type SupervisedProcess,
  type SupervisedProgram,
} from './supervised-process';

/** A ledger of one's own: a node, a relay, and a wallet for each server. */
export interface LedgerProcesses {
  /** `host:port`, for further wallets. */
  readonly nodeAddress: string;
  readonly relayUrl: string;
  /** By the address of the server that pays by it. */
  readonly walletUrls: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

export interface LedgerOptions {
  readonly dataFolder: string;
  readonly env: Environment;
  readonly servers: readonly LedgerServer[];
  /** Of a new ledger, where the environment says nothing; default: see `prepareLedgerFiles`. */
  readonly newBlockSeconds?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that listens on `port` unless the environment names another; zero lets the system pick one. */
type ProgramAt = (port: string) => SupervisedProgram;

interface PortChoice {
  readonly env: Environment;
  readonly port: string;
}

/** The same as when each is started alone. */
const usualPorts = { node: '6511', relay: '6868', wallets: ['6869', '6870'] } as const;

/** Variables that a program may see beside its own settings: no secrets of others. */
const commonVariables = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'SYSTEMROOT'];
const sidecar = join(__dirname, '../../sidecar');

/**
 * Starts a node, a relay and the servers' wallets on `<dataFolder>/ledger`, each a process of its own and started again
 * when it ends: money moves without a network. They listen on their usual ports unless the environment names others, of
 * wallets that of the first one. A usual port that is taken is no error: the system then picks one.
 *
 * @throws {ConfigError} with the program's own line when one of them cannot start.
 */
export async function startLedger(
  { dataFolder, env, servers, newBlockSeconds }: LedgerOptions,
  log: Logger,
): Promise<LedgerProcesses> {
  const blockSeconds = env['ADGATE_DEV_NODE_BLOCK_SECONDS'] || newBlockSeconds;
  const files = prepareLedgerFiles(dataFolder, { blockSeconds, servers });
  const running: SupervisedProcess[] = [];
  const close = async () => {
    await Promise.all(running.slice(1).map((each) => each.close()));
    await running[0]?.close();
  };
  const start = async (program: ProgramAt, usualPort: string) => {
    const started = await startAt(program, { usualPort, log });
    started.onLost((reason) => {
      log.error({ reason }, `${program(usualPort).name} keeps ending: mend that and start again`);
    });
    running.push(started);
    return started.address;
  };
  try {
    const node = await start(
      (port) => nodeProgram(files, { dataFolder, env, port }),
      usualPorts.node,
    );
    const startWallet = async (server: LedgerServer, at: number): Promise<[string, string]> => {
      const walletFile = files.walletFileOf(server);
      // The environment names one port, which two cannot have.
      const own = at === 0 ? env : { ...env, ADGATE_WALLET_PORT: undefined };
      const program: ProgramAt = (port) => walletProgram(node, { walletFile, env: own, port });
      return [server.address, await start(program, usualPorts.wallets[at] ?? '0')];
    };
    const [relayUrl, ...wallets] = await Promise.all([
      start((port) => relayProgram(node, { env, port }), usualPorts.relay),
      ...servers.map(startWallet),
    ]);
    return { nodeAddress: node, relayUrl, walletUrls: new Map(wallets), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws {ConfigError} */
async function startAt(
  program: ProgramAt,
  { usualPort, log }: { readonly usualPort: string; readonly log: Logger },
): Promise<SupervisedProcess> {
  try {
    return await startSupervised(program(usualPort), log);
  } catch (error) {
    if (!(error instanceof ConfigError && error.message.includes('EADDRINUSE'))) throw error;
    return startSupervised(program('0'), log);
  }
}

function nodeProgram(
  { nodeFolder, accountsFile, blockSeconds }: LedgerFiles,
  { dataFolder, env, port }: PortChoice & { readonly dataFolder: string },
): SupervisedProgram {
  const own = variablesOf(env, 'ADGATE_DEV_NODE_');
  return {
    name: 'the ledger node',
    file: join(sidecar, 'dev-node/main.js'),
    readyLine: /^Adgate dev node is ready at (\S+)$/,
    launch: (address) => ({
      args: ['--folder', nodeFolder, '--accounts', accountsFile],
      env: {
        ADGATE_DEV_NODE_BLOCK_SECONDS: blockSeconds,
        ...own,
        ADGATE_DEV_NODE_PORT: portOf(address) ?? own['ADGATE_DEV_NODE_PORT'] ?? port,
      },
    }),
    describeFailure: (reason) =>
      `the ledger node cannot run in ${dataFolder}: ${reason}; set ADGATE_DEV_LEDGER to 0 to do without a ledger`,
  };
}

function relayProgram(node: string, { env, port }: PortChoice): SupervisedProgram {
  const own = variablesOf(env, 'ADGATE_RELAY_');
  return {
    name: 'the relay',
    file: join(sidecar, 'relay/main.js'),
    readyLine: /^Adgate relay is ready at (\S+)$/,
    launch: (url) => ({
      args: [],
      env: {
        ADGATE_RELAY_NODES: `${node}/private`,
        ...own,
        ADGATE_RELAY_PORT: portOf(url) ?? own['ADGATE_RELAY_PORT'] ?? port,
      },
    }),
    describeFailure: (reason) => `the relay cannot run: ${reason}`,
    onLine: passOn,
  };
}

function walletProgram(
  node: string,
  { walletFile, env, port }: PortChoice & { readonly walletFile: string },
): SupervisedProgram {
  const own = variablesOf(env, 'ADGATE_WALLET_');
  return {
    name: 'the wallet',
    file: join(sidecar, 'wallet/main.js'),
    readyLine: /^Adgate wallet is ready at (\S+)$/,
    launch: (url) => ({
      args: [],
      env: {
        ADGATE_WALLET_NODES: `${node}/private`,
        ADGATE_WALLET_FILE: walletFile,
        ...own,
        ADGATE_WALLET_PORT: portOf(url) ?? own['ADGATE_WALLET_PORT'] ?? port,
      },
    }),
    describeFailure: (reason) => `the wallet cannot run: ${reason}`,
    onLine: passOn,
  };
}

function variablesOf(env: Environment, prefix: string): Readonly<Record<string, string>> {
  const isOwn = (name: string) =>
    (name.startsWith(prefix) && !isSetting(name)) || commonVariables.includes(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      isOwn(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** The port of a URL, or of host and port; null where there is no address yet. */
function portOf(address: string | null): string | null {
  return address === null ? null : (/:(\d+)\/?$/.exec(address)?.[1] ?? null);
}

function passOn(line: string): void {
  process.stdout.write(`${line}\n`);
}
