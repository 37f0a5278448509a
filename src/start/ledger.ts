import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, isSetting } from '../config';
import { type LedgerFiles, prepareLedgerFiles } from './ledger-files';
import {
  startSupervised,
  type SupervisedProcess,
  type SupervisedProgram,
} from './supervised-process';

/** A ledger of one's own: a node, and the two ways to it. */
export interface LedgerProcesses {
  /** `host:port`, for further wallets. */
  readonly nodeAddress: string;
  readonly relayUrl: string;
  readonly walletUrl: string;
  readonly close: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that listens on `port` unless the environment names another; zero lets the system pick one. */
type ProgramAt = (port: string) => SupervisedProgram;

interface PortChoice {
  readonly env: Environment;
  readonly port: string;
}

/** The same as when each is started alone. */
const usualPorts = { node: '6511', relay: '6868', wallet: '6869' } as const;

/** Variables that a program may see beside its own settings: no secrets of others. */
const commonVariables = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'SYSTEMROOT'];
const sidecar = join(__dirname, '../../sidecar');

/**
 * Starts a node, a relay and a wallet on `<dataFolder>/ledger`, each a process of its own and started again
 * when it ends: money moves without a network. They listen on their usual ports unless the environment names others.
 * A usual port that is taken is no error: the system then picks one.
 *
 * @throws {ConfigError} with the program's own line when one of them cannot start.
 */
export async function startLedger(
  { dataFolder, env }: { readonly dataFolder: string; readonly env: Environment },
  log: Logger,
): Promise<LedgerProcesses> {
  const files = prepareLedgerFiles(dataFolder, env['ADGATE_DEV_NODE_BLOCK_SECONDS'] || undefined);
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
    const [relayUrl, walletUrl] = await Promise.all([
      start((port) => relayProgram(node, { env, port }), usualPorts.relay),
      start((port) => walletProgram(node, { files, env, port }), usualPorts.wallet),
    ]);
    return { nodeAddress: node, relayUrl, walletUrl, close };
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
  { files, env, port }: PortChoice & { readonly files: LedgerFiles },
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
        ADGATE_WALLET_FILE: files.walletFile,
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
