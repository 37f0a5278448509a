import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { type CliContext, runCli } from '../../../src/cli/run';
import { freshDatabase } from '../../support/database';
import { contentsOf, temporaryFolder, withDb } from '../support';

const folder = temporaryFolder();
const exported = join(folder, 'exported');
let uri: string;

/** Runs a command line in this process: what it says, on either stream. */
async function run(...args: readonly string[]) {
  const said: string[] = [];
  const ctx: CliContext = {
    env: {},
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    readStdin: () => Promise.reject(new Error('nothing is asked for')),
    print: (text) => said.push(text),
    note: (line) => said.push(line),
  };
  return { exitCode: await runCli(args, ctx), said };
}

beforeAll(async () => {
  uri = await freshDatabase();
  await withDb(uri, async (db) => {
    await db.collection('first').insertMany(Array.from({ length: 2_500 }, (_, n) => ({ n })));
    await db.collection('second').insertMany([{ text: 'a' }, { text: 'b' }]);
    await db.collection('second').createIndex({ text: 1 }, { unique: true }, {});
  });
  const { exitCode } = await run('db', 'export', '--to', exported, '--uri', uri);
  expect(exitCode).toBe(0);
});

const file = (name: string) => readFileSync(join(exported, name));
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('the folder of an export', () => {
  it('has a file for each collection, and a manifest that says what is in them', () => {
    expect(readdirSync(exported)).toEqual([
      '001-first.bson.gz',
      '002-second.bson.gz',
      'manifest.json',
    ]);
    const { sha256: seal, ...manifest } = JSON.parse(file('manifest.json').toString());
    expect(manifest).toEqual({
      format: 1,
      database: new URL(uri).pathname.slice(1),
      exportedAt: '2026-01-02T03:04:05.678Z',
      collections: [
        {
          name: 'first',
          file: '001-first.bson.gz',
          documents: 2_500,
          bytes: file('001-first.bson.gz').length,
          sha256: sha256(file('001-first.bson.gz')),
          options: {},
          indexes: [],
        },
        {
          name: 'second',
          file: '002-second.bson.gz',
          documents: 2,
          bytes: file('002-second.bson.gz').length,
          sha256: sha256(file('002-second.bson.gz')),
          options: {},
          indexes: [
            {
              v: { $numberInt: '2' },
              key: { text: { $numberInt: '1' } },
              name: 'text_1',
              unique: true,
            },
          ],
        },
      ],
    });
    expect(seal).toBe(sha256(JSON.stringify(manifest)));
  });

  it('may be there already when it is empty', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect((await run('db', 'export', '--to', empty, '--uri', uri)).exitCode).toBe(0);
    expect(readdirSync(empty)).toHaveLength(3);
  });

  it('is refused when something is in it, and left as it is', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'mine'), 'precious');
    const result = await run('db', 'export', '--to', full, '--uri', uri);
    const line = `${full} is not empty: give a folder that is, or a new one`;
    expect(result).toEqual({ exitCode: 1, said: [line] });
    expect(readdirSync(full)).toEqual(['mine']);
  });

  it('is refused when it is a file', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'precious');
    const result = await run('db', 'export', '--to', path, '--uri', uri);
    expect(result).toEqual({
      exitCode: 1,
      said: [`${path} is not a folder: give another one`],
    });
  });

  it('is not made of a database that has no collections', async () => {
    const nothing = await freshDatabase();
    const to = join(folder, 'of nothing');
    const { exitCode, said } = await run('db', 'export', '--to', to, '--uri', nothing);
    expect([exitCode, said]).toEqual([1, [expect.stringMatching(/has no collections: check its/)]]);
    expect(readdirSync(folder)).not.toContain('of nothing');
  });
});

type Manifest = Record<string, unknown> & { collections: Record<string, unknown>[] };

/** Changes the manifest of a copy; a sealed one has the right SHA-256 of itself, as an attacker's would. */
function changeManifest(
  copy: string,
  change: (manifest: Manifest) => void,
  isSealed: boolean,
): void {
  const path = join(copy, 'manifest.json');
  const { sha256: seal, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  change(manifest);
  const newSeal = isSealed ? sha256(JSON.stringify(manifest)) : seal;
  writeFileSync(path, JSON.stringify({ ...manifest, sha256: newSeal }));
}

/** Puts other bytes in place of a file, with a manifest that agrees. */
function replaceFile(copy: string, content: Buffer): void {
  writeFileSync(join(copy, '002-second.bson.gz'), content);
  const fitting = { bytes: content.length, sha256: sha256(content) };
  changeManifest(copy, ({ collections }) => Object.assign(collections[1]!, fitting), true);
}

const manifestIsDamaged = 'manifest.json is damaged: take another copy of the export';
const second = (reason: string) =>
  `002-second.bson.gz is damaged (${reason}): take another copy of the export`;
const twoDocuments = Buffer.concat(
  [1, 2].map((n) => Buffer.from(mongoose.mongo.BSON.serialize({ _id: n }))),
);

const damages: readonly (readonly [string, (copy: string) => void, string | RegExp])[] = [
  [
    'a byte of a file',
    (copy) => {
      const bytes = file('002-second.bson.gz');
      bytes[bytes.length >> 1]! ^= 1;
      writeFileSync(join(copy, '002-second.bson.gz'), bytes);
    },
    /^002-second\.bson\.gz is damaged \(.+\): take another copy of the export$/,
  ],
  [
    "the time in a file's header, which nothing else notices",
    (copy) => {
      const bytes = file('002-second.bson.gz');
      bytes[4]! ^= 1;
      writeFileSync(join(copy, '002-second.bson.gz'), bytes);
    },
    /^002-second\.bson\.gz is damaged \(its sha256 should be [0-9a-f]{64}, found [0-9a-f]{64}\)/,
  ],
  [
    'the end of a file',
    (copy) => truncateSync(join(copy, '002-second.bson.gz'), 50),
    second('unexpected end of file'),
  ],
  [
    'all of a file',
    (copy) => truncateSync(join(copy, '002-second.bson.gz'), 0),
    /^002-second\.bson\.gz is damaged/,
  ],
  [
    'what follows a file',
    (copy) => appendFileSync(join(copy, '002-second.bson.gz'), 'more'),
    /^002-second\.bson\.gz is damaged/,
  ],
  [
    'the presence of a file',
    (copy) => rmSync(join(copy, '002-second.bson.gz')),
    second('it is not there'),
  ],
  [
    'one file for another',
    (copy) => cpSync(join(copy, '001-first.bson.gz'), join(copy, '002-second.bson.gz')),
    /^002-second\.bson\.gz is damaged \(its bytes should be/,
  ],
  [
    'the end of the manifest',
    (copy) => truncateSync(join(copy, 'manifest.json'), 300),
    manifestIsDamaged,
  ],
  [
    'a count in the manifest',
    (copy) => changeManifest(copy, ({ collections }) => (collections[1]!['documents'] = 3), false),
    manifestIsDamaged,
  ],
  [
    'an option of an index',
    (copy) => changeManifest(copy, ({ collections }) => (collections[1]!['indexes'] = []), false),
    manifestIsDamaged,
  ],
  [
    'a count, with the seal',
    (copy) => changeManifest(copy, ({ collections }) => (collections[1]!['documents'] = 3), true),
    second('its documents should be 3, found 2'),
  ],
  [
    'a file name, to one outside',
    (copy) =>
      changeManifest(
        copy,
        ({ collections }) => (collections[1]!['file'] = '../exported/002-second.bson.gz'),
        true,
      ),
    manifestIsDamaged,
  ],
  [
    'the format',
    (copy) => changeManifest(copy, (manifest) => (manifest['format'] = 2), true),
    'the export has format 2, this version reads 1: use the adgate that made it',
  ],
  [
    'a document, cut short',
    (copy) => replaceFile(copy, gzipSync(twoDocuments.subarray(0, -1))),
    second('it ends inside a document'),
  ],
  [
    "a document's length, to a huge one",
    (copy) => replaceFile(copy, gzipSync(Buffer.from('ffffff7f00', 'hex'))),
    second('a document of 2147483647 bytes'),
  ],
  [
    "a document's length, to a negative one",
    (copy) => replaceFile(copy, gzipSync(Buffer.from('ffffffff00', 'hex'))),
    second('a document of -1 bytes'),
  ],
  ['the compression', (copy) => replaceFile(copy, twoDocuments), second('incorrect header check')],
];

describe('adgate db import of an export in which somebody changed', () => {
  it.each(damages)('%s: names it and imports nothing', async (name, damage, message) => {
    const copy = join(folder, sha256(name).slice(0, 8));
    cpSync(exported, copy, { recursive: true });
    damage(copy);
    const target = await freshDatabase();
    const { exitCode, said } = await run('db', 'import', '--from', copy, '--uri', target);
    const line = typeof message === 'string' ? message : expect.stringMatching(message);
    expect([exitCode, said]).toEqual([1, [line]]);
    await expect(withDb(target, contentsOf)).resolves.toEqual({});
  });

  it('nothing: imports it', async () => {
    const target = await freshDatabase();
    expect((await run('db', 'import', '--from', exported, '--uri', target)).exitCode).toBe(0);
    const [here, there] = [await withDb(uri, contentsOf), await withDb(target, contentsOf)];
    expect(there).toEqual(here);
  });

  it('says that a folder is no export', async () => {
    for (const from of [join(folder, 'not there'), folder]) {
      const line = `${from} is no export, or one that was interrupted: it has no manifest.json`;
      await expect(run('db', 'import', '--from', from, '--uri', uri)).resolves.toEqual({
        exitCode: 1,
        said: [line],
      });
    }
  });
});
