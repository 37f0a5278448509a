import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { shardKeys } from '../../../src/cli/db/shard-keys';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { type FakeMongos, startFakeMongos } from '../../support/fake-mongos';

let mongos: FakeMongos;
beforeEach(async () => {
  mongos = await startFakeMongos();
});
afterEach(() => mongos.close());

const run = (...args: readonly string[]) =>
  runCommandLine(['db', 'shard', ...args], { env: { MONGODB_URI: mongos.uri } });
const dividedNames = Object.entries(shardKeys).flatMap(([name, key]) => (key ? [name] : []));

describe('adgate db shard', () => {
  it('shows what it would do and changes nothing', async () => {
    const { exitCode, printed } = await run();
    expect([exitCode, mongos.commands]).toEqual([0, []]);
    expect(printed).toMatch(/^ {2}events +would be divided by \{"_id":"hashed"\}$/m);
    expect(printed).toMatch(/^ {2}campaigns +would be divided by \{"advertiserId":1\}$/m);
    expect(printed).not.toContain('accounts');
    expect(printed).toMatch(/nothing was changed: --apply does it\n$/);
  });

  it('divides every collection by its key with --apply, once', async () => {
    const { exitCode, printed } = await run('--apply', '--json');
    expect(exitCode).toBe(0);
    const { collections } = JSON.parse(printed);
    expect(collections).toEqual(
      dividedNames.map((name) => ({ name, key: shardKeys[name], state: 'divided' })),
    );
    expect(mongos.commands[0]).toMatchObject({ enableSharding: 'ads', $db: 'admin' });
    expect(Object.fromEntries(mongos.divided)).toEqual(
      Object.fromEntries(dividedNames.map((name) => [`ads.${name}`, shardKeys[name]])),
    );
    const hashed = mongos.commands.filter((command) => 'createIndexes' in command);
    expect(hashed.map((command) => command['createIndexes'])).toEqual(
      dividedNames.filter((name) => shardKeys[name]!['_id'] === 'hashed'),
    );
    const before = mongos.commands.length;
    expect((await run('--apply')).exitCode).toBe(0);
    expect(mongos.commands.slice(before).map((command) => Object.keys(command)[0])).toEqual([
      'enableSharding',
    ]);
    expect((await run()).printed).toMatch(/all is divided already\n$/);
  });

  it.each([
    ['campaigns', { _id: 'hashed' }, 'by {"advertiserId":1}'],
    ['accounts', { _id: 1 }, 'on one shard'],
  ])('does nothing while %s is divided otherwise', async (name, key, wanted) => {
    mongos.divided.set(`ads.${name}`, key);
    const difference = `${name} is divided by ${JSON.stringify(key)}, but should be ${wanted}`;
    expect((await run()).printed).toContain(difference);
    const { exitCode, lines } = await run('--apply');
    expect([exitCode, mongos.commands]).toEqual([1, []]);
    expect(lines.join()).toContain(difference);
  });

  it('refuses a server that is no mongos', async () => {
    const { exitCode, lines } = await run('--apply', '--uri', await freshDatabase());
    expect(exitCode).toBe(1);
    expect(lines.join()).toContain('not a sharded cluster: give the URI of its mongos');
  });

  it('refuses the embedded database', async () => {
    const { exitCode, lines } = await runCommandLine(['db', 'shard']);
    expect(exitCode).toBe(1);
    expect(lines.join()).toContain('give --uri or set MONGODB_URI');
  });
});
