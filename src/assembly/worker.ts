import 'reflect-metadata';
import { parseConfig } from '../config';
import { runGateway } from './gateway-process';
import { createLog } from '../platform/process/log';
import { run } from '../platform/process/process';
import { readSettings } from '../settings-file';

/** One gateway: a worker of `main.ts`, or, started by itself, a process alone. */
run(async () => {
  const config = parseConfig(readSettings(process.env));
  await runGateway(config, createLog(config.logLevel));
});
