import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { describe, expect, it } from '@jest/globals';
import { jobs } from '../src/assembly/jobs';
import { createStores } from '../src/assembly/stores';
import { shardKeys } from '../src/cli/db/shard-keys';
import { parseConfig } from '../src/config';
import { rowsOf, sectionOf } from './docs/documents';
import { cachesIn, heldIn, namesOfHeld } from './support/held-collections';
import { filesBelow } from './support/imports';

const document = 'docs/bounds.md';
const codesOf = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const rowsBelow = (title: string) => rowsOf(sectionOf(document, title)).slice(1);

/** Sentences for those that have no row, and for rows of what is gone. */
function differences(there: readonly string[], told: readonly string[], advice: string) {
  const known = new Set(told);
  const present = new Set(there);
  return [
    ...there
      .filter((one) => !known.has(one))
      .map((one) => `${one} has no row in ${document}: ${advice}`),
    ...told
      .filter((one) => !present.has(one))
      .map((one) => `${one} has a row in ${document}, and is gone: take the row out`),
  ];
}

describe('collections', () => {
  const rows = rowsBelow('Collections').map(([name, end, text = '']) => ({
    name: codesOf(name)[0] ?? '',
    end: codesOf(end)[0] ?? '',
    text,
  }));

  it('each have a row that tells their bound', () => {
    const told = rows.map(({ name }) => name);
    const advice =
      'say how its documents end, and how many there are; if nothing ends them, give them an expiry or a job first';
    expect(differences(Object.keys(shardKeys), told, advice)).toEqual([]);
    expect(rows.filter(({ text }) => text === '')).toEqual([]);
    expect(told.length).toBe(new Set(told).size);
  });

  it('end as the rows tell', () => {
    const jobNames: readonly string[] = jobs.map(({ name }) => name);
    const ends = new Set(['expires', 'replaced', 'removed', 'kept', ...jobNames]);
    expect(rows.filter(({ end }) => !ends.has(end))).toEqual([]);
  });

  it('expire by an index where the rows tell so, and nowhere else', () => {
    const db = mongoose.createConnection();
    createStores(db, { config: parseConfig({}), contentFolder: null, now: () => new Date() });
    const expiring = Object.values(db.models)
      .filter(({ schema }) =>
        schema.indexes().some(([, options]) => 'expireAfterSeconds' in options),
      )
      .map(({ collection }) => collection.name);
    const told = rows.filter(({ end }) => end === 'expires').map(({ name }) => name);
    expect(told.sort()).toEqual(expiring.sort());
  });
});

describe('maps, sets and arrays that are held in memory', () => {
  const told = ['In memory', 'For the time of a piece of work'].flatMap((title) =>
    rowsBelow(title).flatMap(([file, names, bound]) =>
      bound === '' ? [] : codesOf(names).map((name) => `${codesOf(file)[0] ?? ''}: ${name}`),
    ),
  );

  it('each have a row that tells their bound', () => {
    const held = filesBelow(['src'])
      .flatMap(heldIn)
      .map(({ file, name }) => `${file}: ${name}`);
    const advice =
      'say what bounds it, or which piece of work it goes with; if nothing does, give it a bound first';
    expect(differences(held, told, advice)).toEqual([]);
  });

  it('are found in variables and in members', () => {
    expect(
      namesOfHeld(`
        const byId = new Map<string, number>();
        const fixed = new Set(['a']);
        export const learn = (id: string) => byId.set(id, 1);
        class Kept {
          readonly #all: string[] = [];
          private open = new Map<string, number>();
          readonly given: ReadonlyMap<string, number> = new Map();
        }
        function createKept() {
          const seen = new Set<string>();
          const own: string[] = [];
          ['a'].forEach((one) => own.push(one));
          return { see: (one: string) => seen.add(one) };
        }
      `),
    ).toEqual(['byId', 'all', 'open', 'seen']);
  });
});

it('every cache names the most that it holds', () => {
  const unbounded = filesBelow(['src']).flatMap((file) =>
    cachesIn(readFileSync(file, 'utf8'))
      .filter((options) => !/\bmax(?:Size)?:|roomFor\(|room\b/.test(options))
      .map((options) => `${file}: new LRUCache(${options})`),
  );
  expect(unbounded).toEqual([]);
});
