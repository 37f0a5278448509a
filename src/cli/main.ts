#!/usr/bin/env node
// An older Node may not even read what comes behind it.
import './needed-node';
import { text } from 'node:stream/consumers';
import { runCli } from './run';

/** The operator's command line. */
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
  // Nobody needs the work that an interrupted command has left waiting.
  if (interruption.signal.aborted) process.exit();
});
