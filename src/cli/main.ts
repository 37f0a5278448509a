#!/usr/bin/env node
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import type * as run from './run';

/** The operator's command line. An older Node may not even read the rest, so its version comes first. */
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `adgate: Node 24 or newer is needed, this is ${process.version}: run \`npx adgate\` in the project's folder, which has its own\n`,
  );
  process.exitCode = 1;
} else {
  // That is what the file exports.
  const { runCli } = createRequire(__filename)('./run') as typeof run;
  const interruption = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    if (interruption.signal.aborted) process.exit(1);
    interruption.abort(signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  void runCli(process.argv.slice(2), {
    env: process.env,
    signal: interruption.signal,
    now: () => new Date(),
    readStdin: () => text(process.stdin),
    print: (text) => process.stdout.write(text),
    note: (line) => process.stderr.write(`adgate: ${line}\n`),
  }).then((exitCode) => {
    process.exitCode = exitCode;
    // What an interrupted command left waiting is of no use any more.
    if (interruption.signal.aborted) process.exit();
  });
}
