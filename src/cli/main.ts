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
// A reader that has enough, such as `head`, is no failure of the command.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(`adgate: the result could not be written: ${message}\n`);
  process.exitCode = 1;
});
// Nobody can be told of what cannot be said here; the exit code is the command's.
process.stderr.on('error', () => undefined);
void runCli(process.argv.slice(2), {
  env: process.env,
  signal: interruption.signal,
  now: () => new Date(),
  readStdin: () => text(process.stdin),
  print: (text) => process.stdout.write(text),
  note: (line) => process.stderr.write(`adgate: ${line}\n`),
}).then((exitCode) => {
  process.exitCode ??= exitCode;
  // Nobody needs the work that an interrupted command has left waiting.
  if (interruption.signal.aborted) process.exit();
});
