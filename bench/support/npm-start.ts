import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { waitForLine } from './child';

/** `npm start` with all that it starts. */
export interface NpmStart {
  readonly pid: number;
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The environment of a person's shell: without the variables of the script that runs the bench, and without the
 * project's own programs.
 */
export function shellEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', ...others } = process.env;
  const own = Object.entries(others).filter(
    ([name]) => !/^(?:npm_|ADGATE_|MONGODB_|NODE_|PORT$|INIT_CWD$)/i.test(name),
  );
  const places = PATH.split(delimiter).filter((place) => !/node_modules[/\\]\.bin$/.test(place));
  return { ...Object.fromEntries(own), PATH: places.join(delimiter) };
}

/**
 * Runs `npm start` in a checkout, on any free ports.
 *
 * @param env other settings
 * @throws when it ends, or 5 minutes pass, before it is ready.
 */
export async function startByNpm(
  checkout: string,
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<NpmStart> {
  const ports = ['PORT', 'ADGATE_DEV_NODE_PORT', 'ADGATE_RELAY_PORT', 'ADGATE_WALLET_PORT'];
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    // A group of its own, as in a terminal.
    detached: true,
    env: {
      ...shellEnvironment(),
      ...Object.fromEntries(ports.map((name) => [name, '0'])),
      ADGATE_DATA_DIR: dataFolder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid!;
  const tell = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', () => {
    tell('SIGKILL');
  });
  // Ctrl-C does not reach another group.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const [, url = ''] = await waitForLine(child, /^Adgate is ready at (\S+)$/);
  return {
    pid,
    url,
    async stop() {
      const ended = once(child, 'close');
      tell('SIGINT');
      await ended;
    },
  };
}
