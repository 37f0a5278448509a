import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { createAccount } from '../../src/identity/accounts/account.service';
import type { Role } from '../../src/identity/accounts/account';
import { whoIs } from '../identity/oauth/support';
import { send, startApp, type TestApp } from '../support/app';
import { aPng } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { shellBlocksOf } from './documents';

const run = promisify(execFile);
const page = 'docs/http-api.md';
const password = 'correct horse';

/** A gateway with an account whose password stands in a document's lines as `…`. */
async function startAppFor(role: Role): Promise<TestApp> {
  const app = await startApp();
  await createAccount(app.ctx, { email: `${role}@adgate.example`, password, roles: [role] });
  return app;
}

/** Runs lines of a document against a gateway; what they print is JSON. */
async function answerOf({ url }: TestApp, lines: string, cwd?: string): Promise<unknown> {
  const script = lines
    .replaceAll('http://127.0.0.1:8080', url)
    .replace("PASSWORD='…'", `PASSWORD='${password}'`);
  const { stdout } = await run('sh', ['-c', script], { cwd });
  return JSON.parse(stdout);
}

describe('the lines of docs/http-api.md', () => {
  it('ask for an ad, and tell an operator why there is none', async () => {
    const app = await startAppFor('operator');
    const [find = '', explained = ''] = shellBlocksOf(page, 'Ads');
    expect(await answerOf(app, find)).toEqual({ data: [] });
    expect(await answerOf(app, explained)).toMatchObject({
      data: [],
      debug: [{ id: 'odd', reason: 'noBid' }],
    });
  });

  it('list the media by GraphQL', async () => {
    const [query = ''] = shellBlocksOf(page, 'GraphQL');
    expect(await answerOf(await startApp(), query)).toMatchObject({
      data: { media: [{ name: 'web' }, { name: 'metaverse' }] },
    });
  });

  it('lead from a log-in to the served ad', async () => {
    const app = await startAppFor('advertiser');
    const [lines = ''] = shellBlocksOf(page, 'Campaigns');
    const folder = mkdtempSync(join(tmpdir(), 'adgate-lines-'));
    writeFileSync(join(folder, 'banner-300x250.png'), aPng('300x250'));
    const { data } = (await answerOf(app, lines, folder)) as {
      readonly data: readonly { readonly serveUrl: string }[];
    };
    rmSync(folder, { recursive: true });
    expect(data).toMatchObject([{ id: 'top', type: 'image', scope: '300x250', rpm: 5 }]);
    expect((await send(data[0]!.serveUrl)).status).toBe(200);
  });

  // Starts some processes, one after another.
  it('are three ways to a token that work as they stand', async () => {
    const mongodbUri = await freshDatabase();
    const app = await startApp({ mongodbUri });
    const [block = ''] = shellBlocksOf(page, 'Tokens');
    const lines = block.replace('http://127.0.0.1:8080', app.url);
    expect(lines).toContain(`SERVER=${app.url} `);
    const script = `set -e\n${lines}`;
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...process.env, MONGODB_URI: mongodbUri },
    });
    const tokens = [...stdout.matchAll(/"access_?[tT]oken":"([^"]+)"/g)].map(([, token]) => token!);
    expect(tokens).toHaveLength(3);
    const [first, ...others] = await Promise.all(tokens.map((token) => whoIs(app, token)));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(others).toEqual([first, first]);
  });
});

it('the README asks for an ad by the same lines', () => {
  const [, find] = shellBlocksOf('README.md', 'Start');
  expect(find).toBe(shellBlocksOf(page, 'Ads')[0]);
});
