import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { oneByOne } from '../src/turns';

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
