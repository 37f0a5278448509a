import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commands } from '../../src/cli';
import { programs } from '../../src/cli/programs';
import { createProgress } from '../../src/cli/progress';
import { runCommandLine } from '../support/command-line';
import { program, runAdgate, temporaryFolder } from './support';

const folder = temporaryFolder();

describe('adgate', () => {
  it('lists its commands', async () => {
    const { exitCode, stdout, stderr } = await runAdgate(['--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Usage: adgate <command> [arguments] [options]');
    const listed = lines.filter((line) => line.startsWith('  '));
    expect(listed.map((line) => line.trim().replace(/  +/, ': '))).toEqual([
      ...[...programs].map(([name, { summary }]) => `${name}: ${summary}`),
      ...[...commands.values()].map(({ name, summary }) => `${name}: ${summary}`),
    ]);
    expect(lines.at(-2)).toContain('Exit codes: 0 done, 1 failed, 2 wrong command line.');
  });

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const { exitCode, printed, lines } = await runCommandLine(['--version']);
    expect([exitCode, printed, lines]).toEqual([0, `${version}\n`, []]);
  });

  it('lists those about one thing', async () => {
    const { exitCode, printed } = await runCommandLine(['rate', '--help']);
    expect(exitCode).toBe(0);
    const listed = printed.split('\n').filter((line) => line.startsWith('  '));
    expect(listed.map((line) => line.trim().replace(/  +.*/, ''))).toEqual([
      'rate set',
      'rate show',
    ]);
  });

  it.each([...commands.keys()])('explains %s and each of its options', async (name) => {
    const { exitCode, printed, lines } = await runCommandLine([...name.split(' '), '--help']);
    expect([exitCode, lines]).toEqual([0, []]);
    expect(printed).toContain(`Usage: adgate ${name} `);
    const command = commands.get(name)!;
    for (const option of [...Object.keys(command.options), 'json', 'help'])
      expect(printed).toMatch(new RegExp(`^  --${option} .*\\w`, 'm'));
    for (const argument of command.arguments ?? [])
      expect(printed).toMatch(new RegExp(`^  <${argument.name}> .*\\w`, 'm'));
    expect((await runCommandLine([...name.split(' '), '-h'])).printed).toBe(printed);
  });

  it('registers every command that a file declares, in the folder of its noun', () => {
    const sources = join(__dirname, '../../src/cli');
    const declared = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(join(sources, file), 'utf8');
        const found = text.matchAll(/ommand\((?:\w+, )?\{\n\s+name: '([^']+)'/g);
        return Array.from(found, ([, name = '']) => ({ name, folder: dirname(file) }));
      });
    expect(declared.map(({ name }) => name).sort()).toEqual([...commands.keys()].sort());
    const nouns = declared.map(({ name }) => name.replace(/^events/, 'event').split(' ')[0]);
    expect(declared.map(({ folder }) => folder)).toEqual(nouns);
  });

  it.each([
    [[], 'a command is missing: `adgate --help` lists them'],
    [
      ['db'],
      'no command "db": there are db check, db backup, db restore, db export, db import, db shard',
    ],
    [
      ['db', 'exprt'],
      'no command "db exprt": there are db check, db backup, db restore, db export, db import, db shard',
    ],
    [['d'], 'no command "d": `adgate --help` lists them'],
    [['toString'], 'no command "toString": `adgate --help` lists them'],
    [['db', 'export', 'x'], '"x" is not expected: see `adgate db export --help`'],
    [['user', 'show'], '<email> is missing: see `adgate user show --help`'],
    [['user', 'show', ''], '<email> is missing: see `adgate user show --help`'],
    [['user', 'show', 'a', 'b'], '"b" is not expected: see `adgate user show --help`'],
    [
      ['user', 'show', '--uri', 'x', 'a', 'b'],
      '"b" is not expected: see `adgate user show --help`',
    ],
    [['user', 'suspend', 'a'], '--reason is missing: see `adgate user suspend --help`'],
    [['db', 'export'], '--to is missing: see `adgate db export --help`'],
    [['db', 'export', '--to'], '--to needs <folder>: see `adgate db export --help`'],
    [['db', 'export', '--to='], '--to needs <folder>: see `adgate db export --help`'],
    [['db', 'import', '--from', '--merge'], '--from needs <folder>: see `adgate db import --help`'],
    [
      ['db', 'export', '--to', 'a', '--to', 'b'],
      '--to is there twice: see `adgate db export --help`',
    ],
    [['db', 'export', '--to', 'a', 'b'], '"b" is not expected: see `adgate db export --help`'],
    [
      ['db', 'export', '--to', 'a', '--', 'b'],
      '"b" is not expected: see `adgate db export --help`',
    ],
    [['db', 'export', '--to', 'a', '--form'], 'no option --form: see `adgate db export --help`'],
    [['db', 'export', '--to', 'a', '-x'], 'no option -x: see `adgate db export --help`'],
    [['db', 'export', '--constructor'], 'no option --constructor: see `adgate db export --help`'],
    [['db', 'import', '--merge=yes'], '--merge takes no value: see `adgate db import --help`'],
    [['db', 'export', '--merge'], 'no option --merge: see `adgate db export --help`'],
  ])('answers %j with one line and exit code 2', async (args, line) => {
    await expect(runCommandLine(args)).resolves.toEqual({
      exitCode: 2,
      printed: '',
      lines: [line],
    });
  });

  it('exits with 2 as a process, too', async () => {
    await expect(runAdgate(['db', 'exprt'])).resolves.toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'adgate: no command "db exprt": there are db check, db backup, db restore, db export, db import, db shard\n',
    });
  });

  it('says on an older Node how to get the right one, before it loads anything else', async () => {
    const preload = join(folder, 'older-node.js');
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });
      Object.defineProperty(process, 'version', { value: 'v20.19.0' });
      process.on('exit', () => console.log(Object.keys(require.cache).join('\\n')));`,
    );
    await expect(runAdgate(['--help'], {}, ['--require', preload])).resolves.toEqual({
      exitCode: 1,
      stdout: `${preload}\n${program}\n${join(dirname(program), 'needed-node.js')}\n`,
      stderr:
        'adgate: Node 24 or newer is needed, this is v20.19.0: install it from nodejs.org, or run `npx adgate` in a checkout of the project, which brings its own\n',
    });
  });

  it.each([
    ['http://localhost/', /^--uri is not usable: Invalid scheme/, 2],
    ['mongodb://', /^--uri is not usable: /, 2],
    ['mongodb://localhost/a.b', /^--uri is not usable: .*'a\.b'|contain/, 2],
    ['mongodb://localhost/%zz', /^--uri is not usable: /, 2],
    [
      'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1000',
      /^the database does not answer: .*127\.0\.0\.1:1: check --uri or MONGODB_URI$/,
      1,
    ],
  ])('says what is wrong with the database %s', async (uri, line, code) => {
    const to = join(folder, 'never');
    const { exitCode, printed, lines } = await runCommandLine([
      'db',
      'export',
      '--to',
      to,
      '--uri',
      uri,
    ]);
    expect([exitCode, printed, lines]).toEqual([code, '', [expect.stringMatching(line)]]);
  });

  it('says what is wrong with MONGODB_URI', async () => {
    const env = { MONGODB_URI: 'mongodb://localhost/?foo=bar' };
    expect(await runCommandLine(['user', 'list'], { env })).toMatchObject({
      exitCode: 1,
      lines: ['the database cannot be used: option foo is not supported: correct MONGODB_URI'],
    });
  });

  it('refuses settings that the gateway would refuse', async () => {
    const { exitCode, lines } = await runCommandLine(
      ['db', 'export', '--to', join(folder, 'never')],
      {
        env: { ADGATE_DATA_DIRECTORY: 'x' },
      },
    );
    expect([exitCode, lines]).toEqual([1, [expect.stringMatching(/did you mean ADGATE_DATA_DIR/)]]);
  });

  it('prints a failure as JSON where JSON is asked for', async () => {
    const { exitCode, printed, lines } = await runCommandLine(['db', 'export', '--json']);
    const message = '--to is missing: see `adgate db export --help`';
    expect([exitCode, JSON.parse(printed), lines]).toEqual([2, { error: { message } }, [message]]);
  });
});

describe('progress', () => {
  it('tells about long work every three seconds, and nothing about short work', () => {
    let at = 0;
    const lines: string[] = [];
    const progress = createProgress(
      { now: () => new Date(at), note: (line) => lines.push(line) },
      'exporting events',
    );
    for (at = 500; at <= 7_000; at += 500) progress(1_000);
    expect(lines).toEqual([
      'exporting events: 6,000 documents so far',
      'exporting events: 12,000 documents so far',
    ]);
  });
});

describe('ADGATE_SETTINGS_FILE', () => {
  it('is read by commands as by the gateway', async () => {
    const file = join(folder, 'settings.env');
    writeFileSync(file, 'MONGODB_URI=mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1\n');
    const env = { ADGATE_SETTINGS_FILE: file, ADGATE_DATA_DIR: join(folder, 'none') };
    const { exitCode, lines } = await runCommandLine(['user', 'list'], { env });
    expect([exitCode, lines.join()]).toEqual([1, expect.stringContaining('127.0.0.1:1')]);
  });

  it('is missed by name', async () => {
    const env = { ADGATE_SETTINGS_FILE: join(folder, 'missing.env') };
    const { exitCode, lines } = await runCommandLine(['user', 'list'], { env });
    expect([exitCode, lines.join()]).toEqual([
      1,
      expect.stringMatching(/ADGATE_SETTINGS_FILE: .*missing\.env cannot be read/),
    ]);
  });
});
