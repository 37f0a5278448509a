import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { temporaryFolder, withDb } from '../support';

const root = temporaryFolder();
let uri: string;
let folder: string;
let tests = 0;

async function startDatabase(): Promise<string> {
  const fresh = await freshDatabase();
  await withDb(fresh, (db) => db.collection('sites').insertOne({ name: 'news' }));
  return fresh;
}

beforeAll(async () => {
  uri = await startDatabase();
});
beforeEach(() => {
  folder = join(root, String((tests += 1)));
});

async function backUp(name: string, ...options: readonly string[]) {
  const args = ['db', 'backup', join(folder, name), '--json', ...options];
  const { exitCode, printed, lines } = await runCommandLine(args, { env: { MONGODB_URI: uri } });
  return { exitCode, lines, json: JSON.parse(printed) };
}

/** Backups of some days, oldest first. */
async function backUpDays(...names: readonly string[]): Promise<void> {
  for (const name of names) expect((await backUp(name)).exitCode).toBe(0);
}

const names = () => readdirSync(folder).sort();
const [first, second, third, fourth] = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'];

describe('adgate db backup --keep-last', () => {
  it('removes the oldest ones by when they were made, whatever their dates say, and tells which', async () => {
    await backUpDays(fourth, first, second);
    const { exitCode, json } = await backUp(third, '--keep-last', '2');
    expect([exitCode, json.removed]).toEqual([0, [join(folder, first), join(folder, fourth)]]);
    expect(names()).toEqual([second, third]);
  });

  it('removes nothing while there are no more', async () => {
    await backUpDays(first);
    expect((await backUp(second, '--keep-last', '2')).json.removed).toEqual([]);
    expect(names()).toEqual([first, second]);
  });

  it('of one leaves the new one', async () => {
    await backUpDays(first, second);
    await backUp(third, '--keep-last', '1');
    expect(names()).toEqual([third]);
  });

  it('leaves what it has not made: other names, other databases, files, links, folders with more in them', async () => {
    await backUpDays(first, 'before-2026', second);
    writeFileSync(join(folder, second, 'note.txt'), 'of the operator');
    writeFileSync(join(folder, '2026-01-01'), 'a file');
    mkdirSync(join(folder, '2026-01-02'));
    symlinkSync(join(folder, 'before-2026'), join(folder, '2026-01-03'));
    const there = names();
    const other = await startDatabase();
    expect((await backUp(third, '--uri', other, '--keep-last', '1')).json.removed).toEqual([]);
    expect(names()).toEqual([...there, third].sort());
    expect((await backUp(fourth, '--keep-last', '1')).json.removed).toEqual([join(folder, first)]);
    expect(existsSync(join(folder, second, 'manifest.json'))).toBe(true);
  });

  it('counts none whose files are not all there, and completes a removal that was cut off', async () => {
    await backUpDays(first, second, third);
    const removeFiles = (name: string) => {
      for (const file of readdirSync(join(folder, name)))
        if (file !== 'manifest.json') rmSync(join(folder, name, file));
    };
    removeFiles(first);
    removeFiles(third);
    expect((await backUp(fourth, '--keep-last', '2')).json.removed).toEqual([join(folder, first)]);
    expect(names()).toEqual([second, third, fourth]);
  });

  it('removes nothing when the backup fails', async () => {
    await backUpDays(first, second);
    const empty = await freshDatabase();
    const failed = await backUp(third, '--uri', empty, '--keep-last', '1');
    expect(failed.exitCode).toBe(1);
    expect((await backUp(second, '--keep-last', '1')).exitCode).toBe(1);
    expect(names()).toEqual([first, second]);
  });

  it('wants a name with a date, and a number from 1 on', async () => {
    const unnamed = await backUp('first', '--keep-last', '3');
    expect([unnamed.exitCode, unnamed.lines[0]]).toEqual([2, expect.stringContaining('a date')]);
    expect((await backUp(first, '--keep-last', '0')).exitCode).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });
});
