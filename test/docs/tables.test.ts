import { operationLimits } from '../../src/api/graphql/operation-limits';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { printedInterface } from '../../docs/interface-tables';
import { figures } from '../../bench/support/figures';
import { goalOf } from '../../bench/support/goals';
import { settingNames as devNodeSettings } from '../../sidecar/dev-node/config';
import { readRelayConfig } from '../../sidecar/relay/config';
import { readWalletConfig } from '../../sidecar/wallet/config';

import { pages } from '../../src/api/pages/index';
import { csvRoutes, routes } from '../../src/api/rest/index';
import { commands } from '../../src/cli/index';
import { settingNames } from '../../src/config';
import { errorCodes } from '../../src/errors';
import { headingsOf, read, rowsOf, sectionOf } from './documents';

/** First cells that are code, without what stands behind it in the cell. */
const firstCodes = (text: string): readonly string[] =>
  rowsOf(text).flatMap(([cell = '']) => /^`([^`]+)`$/.exec(cell)?.[1] ?? []);

/** The settings of a process of the sidecar, which it lists when it meets an unknown one. */
function settingsOf(readConfig: (env: Record<string, string>) => unknown, prefix: string) {
  try {
    readConfig({ [`${prefix}NOTHING`]: '1' });
  } catch (error) {
    const [, list = ''] = /the settings are (.*)$/.exec((error as Error).message) ?? [];
    return list.split(', ');
  }
  throw new Error(`${prefix}NOTHING is taken for a setting`);
}

describe('the map of CONTRIBUTING.md', () => {
  const map = sectionOf('CONTRIBUTING.md', 'Where things are');
  const roomsOf = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);

  /** Its lines about a folder of src: each goes on until the next folder. */
  const entriesOf = (room: string): string =>
    map
      .split(/\n(?=\S| {2}\S)/)
      .filter((entry) => entry.split(/ {4,}/)[0]!.includes(` ${room}/`))
      .join('\n');

  it.each(roomsOf('src'))('has src/%s, with every room of it', (room) => {
    const entries = entriesOf(room);
    expect(entries).not.toBe('');
    const named = new Set(entries.match(/[\w-]+/g));
    expect(roomsOf(`src/${room}`).filter((name) => !named.has(name))).toEqual([]);
  });
});

it('docs/operating.md lists every setting and no other', () => {
  const all = [
    ...settingNames,
    ...settingsOf(readRelayConfig, 'ADGATE_RELAY_'),
    ...settingsOf(readWalletConfig, 'ADGATE_WALLET_'),
    ...Object.values(devNodeSettings).map((name) => `ADGATE_DEV_NODE_${name}`),
  ];
  expect([...firstCodes(sectionOf('docs/operating.md', 'Settings'))].sort()).toEqual(all.sort());
});

it('docs/operating.md lists every operator command and no other', () => {
  const listed = firstCodes(sectionOf('docs/operating.md', 'Operator commands'));
  const names = listed.map((command) => command.replace(/ <.*$/, ''));
  expect([...names].sort()).toEqual([...commands.keys()].sort());
});

it('docs/contract.md lists every error code with its status and no other', () => {
  const rows = rowsOf(sectionOf('docs/contract.md', '1. HTTP')).slice(1);
  const listed = rows
    .filter(([code = '']) => code.startsWith('`'))
    .map(([code = '', status]) => [code.replaceAll('`', ''), Number(status)]);
  expect(Object.fromEntries(listed)).toEqual(errorCodes);
});

it('docs/interface.md names the path of every REST record, table and page', () => {
  const text = read('docs/interface.md').replace(/\{\w+\}/g, '{}');
  const named = new Set(text.match(/\/[\w.{}/-]*[\w}]/g));
  const paths = [...routes, ...csvRoutes, ...pages].map(({ path }) => path.replace(/:\w+/g, '{}'));
  expect(paths.filter((path) => !named.has(path))).toEqual([]);
});

it('docs/interface.md has the tables of resources as `npm run schema` prints them', () => {
  expect(read('docs/interface.md')).toBe(printedInterface());
});

it('docs/http-api.md tells the limits of a GraphQL operation', () => {
  const rows = rowsOf(sectionOf('docs/http-api.md', 'GraphQL')).slice(1);
  const told = rows.map(([, most = '']) => Number(most.replace(',', '')));
  const { maxErrors: _ofAnswers, ...limits } = operationLimits;
  expect(told.filter((most) => most > 0).sort()).toEqual(Object.values(limits).sort());
});

it('CONTRIBUTING.md says what each dependency is for, and of no other', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const section = sectionOf('CONTRIBUTING.md', 'What each dependency is for');
  const said = [...section.matchAll(/`([@a-z][\w./@-]*)`/g)].map(([, name = '']) => name);
  expect([...new Set(said)].sort()).toEqual(Object.keys(dependencies).sort());
});

const { version } = JSON.parse(read('package.json')) as { readonly version: string };

it('CHANGELOG.md has the version of package.json below what is not released', () => {
  const titles = headingsOf('CHANGELOG.md').filter((title) => /^(?:Unreleased|\d)/.test(title));
  expect(titles[0]).toBe('Unreleased');
  const [released, date] = titles[1]?.split(' - ') ?? [];
  expect(released).toBe(version);
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
});

describe('docs/performance.md', () => {
  const rows = rowsOf(read('docs/performance.md'))
    .filter((cells) => cells.length === 6 && cells[0] !== 'id')
    .map(([id = '', , , , , bench = '']) => ({ id, bench: bench.replaceAll('`', '') }));
  const benches: readonly string[] = figures;
  /** The market that some of them measure. */
  const population = 'selection-population';

  /** Ids that figures of a bench begin with; `P2-` stands for those that it makes up. */
  const printedBy = (bench: string): readonly string[] =>
    [...read(`bench/${bench}.ts`).matchAll(/['`]([PLER]\d+[a-z]?(?:-\w*)?)(?=[ $])/g)].map(
      ([, id = '']) => id,
    );

  it('names every bench and no other', () => {
    const files = readdirSync('bench').flatMap((name) => /^(.*)\.ts$/.exec(name)?.[1] ?? []);
    expect(benches.toSorted()).toEqual(files.filter((name) => name !== population).sort());
    expect([...new Set(rows.map(({ bench }) => bench))].sort()).toEqual(benches.toSorted());
  });

  it.each(rows)('row $id is printed by the bench $bench, with floor and goal', ({ id, bench }) => {
    const printed = printedBy(bench);
    expect(printed.includes(id) || printed.includes(id.replace(/-.*$/, '-'))).toBe(true);
    expect(goalOf(id)).toMatch(/^(?:floor [^,]+(?:, goal [^,]+)?|goal [^,]+|no bound)$/);
  });

  it.each(benches)('has a row for every figure of %s', (bench) => {
    const printed = printedBy(bench);
    expect(printed).not.toEqual([]);
    const ids = rows.map(({ id }) => id);
    const isThere = (id: string) =>
      id.endsWith('-') ? ids.some((known) => known.startsWith(id)) : ids.includes(id);
    expect(printed.filter((id) => !isThere(id))).toEqual([]);
  });

  it('stops a bench whose figure has no row', () => {
    expect(() => goalOf('P0')).toThrow('docs/performance.md has no row P0');
  });
});
