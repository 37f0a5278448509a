import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { runScript } from '../../support/process';

const folder = mkdtempSync(join(tmpdir(), 'adgate-hang-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const compiled = (name: string) => JSON.stringify(resolve('dist/src/platform/process', name));

/** The first one is caught in a loop as soon as it is ready. */
const worker = `
const { existsSync, writeFileSync } = require('node:fs');
const { joinPrimary } = require(${compiled('worker.js')});
const { createLog } = require(${compiled('log.js')});
const mark = ${JSON.stringify(join(folder, 'mark'))};
const log = createLog('silent');
joinPrimary({ close: () => Promise.resolve(), answers: {}, lastWords: () => Promise.resolve(), log }).tellReady({ url: 'http://x' }).then(() => {
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  for (;;);
});
`;
const primary = `
const { startWorkers } = require(${compiled('workers.js')});
const { createLog } = require(${compiled('log.js')});
startWorkers({
  file: ${JSON.stringify(join(folder, 'worker.js'))},
  count: () => 1,
  answerMs: 1000,
  log: createLog('info'),
});
`;

it('a worker that answers nothing any more is killed, and another one takes its place', async () => {
  writeFileSync(join(folder, 'worker.js'), worker);
  writeFileSync(join(folder, 'primary.js'), primary);
  const program = runScript(relative('.', join(folder, 'primary.js')));
  await program.printed(/"msg":"the gateway is back"/);
  const messages = [...program.output().matchAll(/"msg":"([^"]+)"/g)].map(([, message]) => message);
  expect(messages.slice(0, 3)).toEqual([
    'a worker answers nothing: it is killed',
    'the gateway ended, it is started again',
    'the gateway is back',
  ]);
  program.kill('SIGTERM');
});
