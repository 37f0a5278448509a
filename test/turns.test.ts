import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { oneByOne, someAtOnce } from '../src/turns';

describe('work of one key', () => {
  it('runs in its order and never together, whatever fails', async () => {
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await setImmediate();
      log.push(`${name} ends`);
      if (name === 'second') throw new Error('lost');
      return name;
    };
    const results = await Promise.allSettled(
      ['first', 'second', 'third'].map((name) => oneByOne('key', work(name))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(
      ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  it('does not wait for work of another key', async () => {
    let end = (): void => undefined;
    const slow = oneByOne('slow', () => new Promise<void>((resolve) => (end = resolve)));
    expect(await oneByOne('quick', () => Promise.resolve('done'))).toBe('done');
    end();
    await slow;
  });

  it('is refused when too much of it waits, and taken again later', async () => {
    let end = (): void => undefined;
    const slow = oneByOne('full', () => new Promise<void>((resolve) => (end = resolve)));
    const waiting = Array.from({ length: 999 }, () => oneByOne('full', () => Promise.resolve()));
    await expect(oneByOne('full', () => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    end();
    await Promise.all([slow, ...waiting]);
    expect(await oneByOne('full', () => Promise.resolve('done'))).toBe('done');
  });
});

describe('work on some items at once', () => {
  it('goes on with the next item as one ends, in their order', async () => {
    const log: string[] = [];
    let running = 0;
    let most = 0;
    await someAtOnce(['a', 'b', 'c', 'd'], 2, async (item) => {
      log.push(item);
      most = Math.max(most, (running += 1));
      await setImmediate();
      running -= 1;
    });
    expect([log, most, running]).toEqual([['a', 'b', 'c', 'd'], 2, 0]);
  });

  it('fails as its first failure does, and leaves the others at work', async () => {
    const done: string[] = [];
    const work = someAtOnce(['a', 'b', 'c'], 2, async (item) => {
      await setImmediate();
      if (item === 'a') throw new Error('lost');
      done.push(item);
    });
    await expect(work).rejects.toThrow('lost');
    await setImmediate();
    await setImmediate();
    expect(done).toEqual(['b', 'c']);
  });
});
