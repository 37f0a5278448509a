import { parseArgs } from 'node:util';
import { type EmbeddedMongodb, startEmbeddedMongodb } from './server';

const usage = `Usage: embedded-mongodb --path <folder> [--port <port> | --socket <path>]

  --path <folder>      where the data is kept, made when it is not there; :memory: keeps nothing
  --port <port>        27099 by default; 0 lets the system choose
  --host <address>     a loopback address, 127.0.0.1 by default
  --socket <path>      listen on a Unix socket instead; drivers want a name that ends in .sock
  --exit-with-parent   end when the starting process does (its IPC channel or our stdin closes),
                       and leave SIGINT and SIGHUP to it
  --help               show this
`;

interface Settings {
  readonly path: string;
  readonly port: number;
  readonly host: string;
  readonly socketPath: string | undefined;
  readonly exitsWithParent: boolean;
}

/** @throws {Error} naming what is wrong with the arguments */
function parseSettings(argv: readonly string[]): Settings | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      path: { type: 'string' },
      port: { type: 'string', default: '27099' },
      host: { type: 'string', default: '127.0.0.1' },
      socket: { type: 'string' },
      'exit-with-parent': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (values.path === undefined || values.path === '') throw new Error('--path is missing');
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
    throw new Error(`--port must be 0 to 65535, not "${values.port}"`);
  }
  return {
    path: values.path,
    port: Number(values.port),
    host: values.host,
    socketPath: values.socket,
    exitsWithParent: values['exit-with-parent'],
  };
}

function stopOnSignals(server: EmbeddedMongodb, { exitsWithParent }: Settings): void {
  let isStopping = false;
  const drain = (): void => {
    if (isStopping) return;
    isStopping = true;
    void server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', drain);
  for (const signal of ['SIGINT', 'SIGHUP'] as const)
    process.on(signal, exitsWithParent ? () => undefined : drain);
  if (!exitsWithParent) return;
  if (process.channel) {
    process.on('disconnect', drain);
    return;
  }
  process.stdin.on('end', drain).on('error', drain).on('close', drain).resume();
}

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`embedded-mongodb: ${message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = parseSettings(process.argv.slice(2));
  if (settings === 'help') {
    process.stdout.write(usage);
    return;
  }
  const { path, port, host, socketPath } = settings;
  const log = (line: string): void => {
    process.stderr.write(`embedded-mongodb: ${line}\n`);
  };
  const server = await startEmbeddedMongodb({
    path,
    port,
    host,
    log,
    ...(socketPath !== undefined && { socketPath }),
  });
  stopOnSignals(server, settings);
  process.stdout.write(`embedded-mongodb is ready at ${server.uri}\n`);
}

main().catch(fail);
