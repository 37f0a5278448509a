import { describe, expect, it } from '@jest/globals';
import {
  createFreshCache,
  type FreshCacheOptions,
} from '../../../../src/identity/oauth/tokens/fresh-cache';

interface Thing {
  readonly id: string;
  readonly version: number;
}

/** A cache of what a database has, which counts how often it is asked. */
function aCache(options: Partial<FreshCacheOptions<Thing>> = {}) {
  let at = 0;
  const database = new Map<string, Thing>();
  const asked: string[] = [];
  const cache = createFreshCache<Thing>({
    load: (key) => {
      asked.push(key);
      return Promise.resolve(database.get(key) ?? null);
    },
    idsOf: ({ id }) => [id, null],
    maxEntries: 2,
    now: () => new Date(at),
    ...options,
  });
  return { asked, cache, database, wait: (ms: number) => (at += ms) };
}

describe('what is remembered of the database', () => {
  it('is there at once, for a minute and no longer', async () => {
    const { asked, cache, database, wait } = aCache();
    database.set('a', { id: 'a', version: 1 });
    expect(await cache.get('a')).toEqual({ id: 'a', version: 1 });
    database.set('a', { id: 'a', version: 2 });
    wait(59_999);
    expect(cache.get('a')).toEqual({ id: 'a', version: 1 });
    wait(1);
    expect(await cache.get('a')).toEqual({ id: 'a', version: 2 });
    expect(asked).toEqual(['a', 'a']);
  });

  it('is nothing that the database does not have', async () => {
    const { cache, database } = aCache();
    expect(await cache.get('a')).toBeNull();
    database.set('a', { id: 'a', version: 1 });
    expect(await cache.get('a')).toEqual({ id: 'a', version: 1 });
  });

  it('is forgotten by any of its ids, and nothing else with it', async () => {
    const { asked, cache, database } = aCache();
    for (const id of ['a', 'b']) {
      database.set(id, { id, version: 1 });
      await cache.get(id);
    }
    cache.forget(['a', 'null']);
    cache.forget([]);
    expect(cache.get('b')).toEqual({ id: 'b', version: 1 });
    await cache.get('a');
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('is not what was read before a change was told', async () => {
    let answer: (thing: Thing) => void = () => undefined;
    const load = () => new Promise<Thing>((resolve) => (answer = resolve));
    const { cache } = aCache({ load });
    const reading = cache.get('a');
    cache.forget(['a']);
    answer({ id: 'a', version: 1 });
    expect(await reading).toEqual({ id: 'a', version: 1 });
    const again = cache.get('a');
    answer({ id: 'a', version: 2 });
    expect(await again).toEqual({ id: 'a', version: 2 });
    expect(cache.get('a')).toEqual({ id: 'a', version: 2 });
  });

  it('is never another key’s, though both are found by the same end', async () => {
    const { cache, database } = aCache({ shorten: (key) => key.slice(-1) });
    database.set('1x', { id: 'one', version: 1 });
    database.set('2x', { id: 'two', version: 1 });
    expect((await cache.get('1x'))?.id).toBe('one');
    expect((await cache.get('2x'))?.id).toBe('two');
    expect((await cache.get('1x'))?.id).toBe('one');
    expect(await cache.get('3x')).toBeNull();
  });

  it('is bounded', async () => {
    const { asked, cache, database } = aCache();
    for (const id of ['a', 'b', 'c', 'a']) {
      database.set(id, { id, version: 1 });
      await cache.get(id);
    }
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });
});
