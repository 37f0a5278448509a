import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../support';

const folder = temporaryFolder();
let app: TestApp;
let mongodbUri: string;

const run = (...args: readonly string[]) =>
  runCommandLine(['refused-domain', ...args], { env: { MONGODB_URI: mongodbUri } });
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const landing = ['--kind', 'landing'] as const;

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
});

it('refuses a domain in a running gateway, lists it, and allows it again', async () => {
  const added = await run('add', ...landing, '--domain', 'Evil.example', '--reason', 'malware');
  expect(added).toMatchObject({ exitCode: 0 });
  const url = 'https://a.evil.example/';
  await eventually(() => {
    expect(app.ctx.refusedDomains.findLanding(url)).toEqual({
      ...{ domain: 'evil.example', reason: 'malware' },
    });
  });
  const listed = await run('list', '--search', 'evil', '--json');
  expect(JSON.parse(listed.printed)).toMatchObject({
    domains: [{ id: 'landing:evil.example', reason: 'malware', refusedById: null }],
  });
  expect(await run('remove', ...landing, '--domain', 'evil.example')).toMatchObject({
    exitCode: 0,
  });
  await eventually(() => expect(app.ctx.refusedDomains.findLanding(url)).toBeNull());
  expect(await run('remove', ...landing, '--domain', 'evil.example')).toMatchObject({
    exitCode: 1,
  });
  expect((await run('list')).printed).toContain('no domains');
});

it('takes many from a file, with comments, each once', async () => {
  const many = Array.from({ length: 2_500 }, (_, at) => `d${at}.example`);
  const text = ['# a list', '', 'D0.example  again', ...many, 'bücher.example # IDN'].join('\r\n');
  const added = await run('add', ...landing, '--file', fileOf('many.txt', text), '--json');
  expect(added).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(added.printed)).toMatchObject({ kind: 'landing', domains: 2_501 });
  await eventually(() => expect(app.ctx.refusedDomains.size).toBe(2_501));
  expect(
    await run('remove', ...landing, '--file', fileOf('less.txt', many.join('\n'))),
  ).toMatchObject({ exitCode: 0 });
  await eventually(() => expect(app.ctx.refusedDomains.size).toBe(1));
});

it('names lines that are no domains, and refuses nothing of such a file', async () => {
  const file = fileOf('bad.txt', 'fine.example\nhttps://x.example/\nb..example');
  const { exitCode, lines } = await run('add', ...landing, '--file', file);
  expect(exitCode).toBe(1);
  const complained = lines.join('\n');
  expect(complained).toContain('line 2: https://x.example/ is no domain');
  expect(complained).toContain('line 3: b..example is no domain');
  expect((await run('list', '--search', 'fine')).printed).toContain('no domains');
});

it.each([[[]], [['--domain', 'a.example', '--file', 'b']], [['--domain', 'a b']]])(
  'asks for one of the two: %j',
  async (args) => {
    expect(await run('add', ...landing, ...args)).toMatchObject({ exitCode: 2 });
  },
);
