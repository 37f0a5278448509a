import { type Program, runProgram, runScript } from './process';

/** One of our programs in a process of its own, for tests that need to see it die. */
export interface TestProcess {
  /** The text that the ready line has captured. */
  readonly ready: string;
  /** Everything that it has printed so far. */
  output(): string;
  /** `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end; resolves when it has. */
  stop(): Promise<void>;
}

/** Starts a gateway of one process on a database and a data folder; `ready` is its URL. */
export function startGatewayProcess(options: {
  readonly mongodbUri: string;
  readonly dataFolder: string;
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>;
}): Promise<TestProcess> {
  const env = {
    PORT: '0',
    MONGODB_URI: options.mongodbUri,
    ADGATE_DATA_DIR: options.dataFolder,
    ADGATE_LOG_LEVEL: 'info',
    ...options.env,
  };
  return startProcess(
    runProgram('src/assembly/worker.js', { env }),
    /"url":"([^"]+)","msg":"ready"/,
  );
}

/** Starts an embedded database on a folder, and on a socket if one is given; `ready` is its URI. */
export function startDatabaseProcess(
  folder: string,
  socket?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const address = socket === undefined ? ['--port', '0'] : ['--socket', socket];
  const program = runScript('packages/embedded-mongodb/bin/embedded-mongodb.js', {
    args: ['--path', folder, ...address],
    env,
  });
  return startProcess(program, /is ready at (mongodb:\S+)/);
}

async function startProcess(program: Program, readyLine: RegExp): Promise<TestProcess> {
  const [, ready] = await program.printed(readyLine);
  const end = async (signal: NodeJS.Signals) => {
    program.kill(signal);
    await program.exited;
  };
  return {
    ready: ready!,
    output: () => program.output(),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
