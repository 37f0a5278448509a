import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { freshDatabase } from '../support/database';
import { startApp } from '../support/app';
import { whoIs } from './support';

const run = promisify(execFile);

/** The shell lines of the section on tokens. */
function linesOfReadme(): string {
  const section = readFileSync('README.md', 'utf8').split('\n## Tokens\n')[1] ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

/** Starts some processes, one after another. */
it('the README’s three ways to a token work as they stand', async () => {
  const mongodbUri = await freshDatabase();
  const app = await startApp({ mongodbUri });
  const lines = linesOfReadme().replace('http://127.0.0.1:8080', app.url);
  expect(lines).toContain(`SERVER=${app.url} `);
  // `npm run` would build first what is built already.
  const script = `set -e\nnpm() { shift 4; node dist/src/cli/main.js "$@"; }\n${lines}`;
  const { stdout } = await run('bash', ['-c', script], {
    env: { ...process.env, MONGODB_URI: mongodbUri },
  });
  const tokens = [...stdout.matchAll(/"access_?[tT]oken":"([^"]+)"/g)].map(([, token]) => token!);
  expect(tokens).toHaveLength(3);
  const [first, ...others] = await Promise.all(tokens.map((token) => whoIs(app, token)));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(others).toEqual([first, first]);
}, 120_000);
