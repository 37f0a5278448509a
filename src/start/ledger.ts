import { join } from 'node:path';
import type { Logger } from 'pino';
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

/** What a program may see of our environment beside its own settings: nobody else's secrets. */
const commonVariables = ['PATH', 'HOME', 'TZ', 'LANG', 'TMPDIR', 'SYSTEMROOT'];
const sidecar = join(__dirname, '../../sidecar');

/**
 * Starts a node, a relay and a wallet on `<dataFolder>/ledger`, each a process of its own and started again
 * when it ends: money moves without a network. Ports are picked by the system unless the environment names them.
 *
 * @throws {ConfigError} with the program's own line when one of them cannot start.
 */
export async function startLedger(
  { dataFolder, env }: { readonly dataFolder: string; readonly env: Environment },
  log: Logger,
): Promise<LedgerProcesses> {
  const files = prepareLedgerFiles(dataFolder);
  const running: SupervisedProcess[] = [];
  const close = async () => {
    await Promise.all(running.slice(1).map((each) => each.close()));
    await running[0]?.close();
  };
  const start = async (program: SupervisedProgram) => {
    const started = await startSupervised(program, log);
    started.onLost((reason) => {
      log.error({ reason }, `${program.name} keeps ending: mend that and start again`);
    });
    running.push(started);
    return started.address;
  };
  try {
    const node = await start(nodeProgram(files, { dataFolder, env }));
    const [relayUrl, walletUrl] = await Promise.all([
      start(relayProgram(node, env)),
      start(walletProgram(node, { files, env })),
    ]);
    return { nodeAddress: node, relayUrl, walletUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function nodeProgram(
  { nodeFolder, accountsFile }: LedgerFiles,
  { dataFolder, env }: { readonly dataFolder: string; readonly env: Environment },
): SupervisedProgram {
  const own = variablesOf(env, 'ADGATE_DEV_NODE_');
  return {
    name: 'the ledger node',
    file: join(sidecar, 'dev-node/main.js'),
    readyLine: /^Adgate dev node is ready at (\S+)$/,
    launch: (address) => ({
      args: ['--folder', nodeFolder, '--accounts', accountsFile],
      env: { ...own, ADGATE_DEV_NODE_PORT: portOf(address) ?? own['ADGATE_DEV_NODE_PORT'] ?? '0' },
    }),
    describeFailure: (reason) =>
      `the ledger node cannot run in ${dataFolder}: ${reason}; set ADGATE_DEV_LEDGER to 0 to do without a ledger`,
  };
}

function relayProgram(node: string, env: Environment): SupervisedProgram {
  const own = variablesOf(env, 'ADGATE_RELAY_');
  return {
    name: 'the relay',
    file: join(sidecar, 'main.js'),
    readyLine: /^Adgate relay is ready at (\S+)$/,
    launch: (url) => ({
      args: [],
      env: {
        ADGATE_RELAY_NODES: `${node}/private`,
        ...own,
        ADGATE_RELAY_PORT: portOf(url) ?? own['ADGATE_RELAY_PORT'] ?? '0',
      },
    }),
    describeFailure: (reason) => `the relay cannot run: ${reason}`,
    onLine: passOn,
  };
}

function walletProgram(
  node: string,
  { files, env }: { readonly files: LedgerFiles; readonly env: Environment },
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
        ADGATE_WALLET_PORT: portOf(url) ?? own['ADGATE_WALLET_PORT'] ?? '0',
      },
    }),
    describeFailure: (reason) => `the wallet cannot run: ${reason}`,
    onLine: passOn,
  };
}

function variablesOf(env: Environment, prefix: string): Readonly<Record<string, string>> {
  const isOwn = (name: string) => name.startsWith(prefix) || commonVariables.includes(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      isOwn(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Of a URL, or of host and port; null where there is no address yet. */
function portOf(address: string | null): string | null {
  return address === null ? null : (/:(\d+)\/?$/.exec(address)?.[1] ?? null);
}

function passOn(line: string): void {
  process.stdout.write(`${line}\n`);
}
