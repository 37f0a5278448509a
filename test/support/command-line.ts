import { type CliContext, runCli } from '../../src/cli/run';
import { patience } from './patience';

export interface CommandLineOptions {
  readonly env?: CliContext['env'];
  /** The typed text; null: asking for it fails. */
  readonly stdin?: string | null;
}

/** Runs a command line in this process; `lines` is what standard error would have. */
export async function runCommandLine(
  args: readonly string[],
  { env = {}, stdin = null }: CommandLineOptions = {},
) {
  let printed = '';
  const lines: string[] = [];
  const exitCode = await runCli(args, {
    env,
    signal: new AbortController().signal,
    now: () => new Date(),
    readStdin: () =>
      stdin === null ? Promise.reject(new Error('nothing is asked for')) : Promise.resolve(stdin),
    print: (text) => (printed += text),
    note: (line) => lines.push(line),
  });
  return { exitCode, printed, lines };
}

/**
 * Runs a command on the database of a URI, with the patience of tests: a busy machine is no reason to give up. Returns the printed
 * JSON and the lines beside it.
 */
export async function runCommand(mongodbUri: string, args: readonly string[]) {
  const { exitCode, printed, lines } = await runCommandLine([...args, '--json'], {
    env: { MONGODB_URI: mongodbUri, ADGATE_PATIENCE: patience.ADGATE_PATIENCE },
  });
  return { exitCode, lines, json: JSON.parse(printed) };
}
