import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../support';

const folder = temporaryFolder();
let apps: readonly TestApp[];
let mongodbUri: string;

const run = (...args: readonly string[]) =>
  runCommandLine(['ranges', ...args], { env: { MONGODB_URI: mongodbUri } });
const fileOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
/** The findings of every gateway. */
const findingsOf = (address: string) => apps.map(({ ctx }) => ctx.networkLists.findingOf(address));

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  apps = await Promise.all([startApp({ mongodbUri }), startApp({ mongodbUri })]);
});

it('puts a list in force in every gateway, lists it, and takes it out again', async () => {
  const text =
    '# a list\r\n203.0.113.0/25 a comment\n\n2001:db8:77::/48,x\n198.51.100.7;y\n  203.0.113.128/25';
  const file = fileOf('vpns.txt', text);
  const imported = await run('import', file, '--kind', 'vpn', '--json');
  expect(imported).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(imported.printed)).toMatchObject({
    list: { kind: 'vpn', networks: 3, source: 'vpns.txt' },
  });
  await eventually(() => {
    for (const address of ['203.0.113.9', '2001:db8:77:1::9', '198.51.100.7', '203.0.113.200'])
      expect(findingsOf(address)).toEqual(['proxy', 'proxy']);
  });
  expect(findingsOf('198.51.100.8')).toEqual([null, null]);
  expect((await run('list')).printed).toContain('vpn: 3 networks of vpns.txt');

  const other = fileOf('others.txt', '192.0.2.0/24');
  expect(await run('import', other, '--kind', 'vpn')).toMatchObject({ exitCode: 0 });
  await eventually(() => {
    expect(findingsOf('192.0.2.1')).toEqual(['proxy', 'proxy']);
    expect(findingsOf('203.0.113.9')).toEqual([null, null]);
  });
  const parts = apps[0]!.ctx.networkListStore.models[1]!;
  expect(await parts.countDocuments()).toBe(1);

  expect(await run('remove', 'vpn')).toMatchObject({ exitCode: 0 });
  await eventually(() => expect(findingsOf('192.0.2.1')).toEqual([null, null]));
  expect(await run('remove', 'vpn')).toMatchObject({ exitCode: 1 });
  expect((await run('list')).printed).toContain('no lists');
});

it('names the lines that are wrong, and stores nothing of such a file', async () => {
  const bad = fileOf('bad.txt', '203.0.113.0/24\n203.0.113.0/33\nexample.com\n0.0.0.0/0');
  const { exitCode, lines } = await run('import', bad, '--kind', 'proxy');
  expect(exitCode).toBe(1);
  const told = lines.join('\n');
  expect(told.split('; ')).toEqual([
    'line 2: not a network: 203.0.113.0/33',
    'line 3: not a network: example.com',
    'line 4: larger than /8: 0.0.0.0/0',
  ]);
  expect(await run('import', fileOf('empty.txt', '# none'), '--kind', 'proxy')).toMatchObject({
    exitCode: 1,
    lines: [expect.stringContaining('has no networks')],
  });
  expect(await run('import', join(folder, 'none.txt'), '--kind', 'proxy')).toMatchObject({
    exitCode: 1,
    lines: [expect.stringContaining('there is no file')],
  });
  expect(await run('import', bad, '--kind', 'x')).toMatchObject({ exitCode: 2 });
  expect((await run('list')).printed).toContain('no lists');
});

it('names twenty lines that are wrong, and says how many more there are', async () => {
  const bad = fileOf('worse.txt', 'example.com\n'.repeat(25));
  const { lines } = await run('import', bad, '--kind', 'proxy');
  const told = lines.join('\n').split('; ');
  expect([told.length, told[19], told[20]]).toEqual([
    ...[21, 'line 20: not a network: example.com', 'and 5 lines more'],
  ]);
});
