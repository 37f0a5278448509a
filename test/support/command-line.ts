import { type CliContext, runCli } from '../../src/cli/run';

/** Runs a command line in this process, on the database of a URI: what it has printed as JSON, and said beside. */
export async function runCommand(mongodbUri: string, args: readonly string[]) {
  let printed = '';
  const lines: string[] = [];
  const ctx: CliContext = {
    env: { MONGODB_URI: mongodbUri },
    signal: new AbortController().signal,
    now: () => new Date(),
    readStdin: () => Promise.reject(new Error('nothing is asked for')),
    print: (text) => (printed += text),
    note: (line) => lines.push(line),
  };
  const exitCode = await runCli([...args, '--json'], ctx);
  return { exitCode, lines, json: JSON.parse(printed) };
}
