import { describe, expect, it } from '@jest/globals';
import { createFairTurns } from '../../../src/platform/limits/fair-turns';

/** Work that begins when it may, and ends when it is told to. */
function createWork(turns: ReturnType<typeof createFairTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const results = new Map<string, Promise<string>>();
  return {
    begun,
    ask(name: string) {
      const result = turns.take(name.charAt(0), () => {
        begun.push(name);
        const end = Promise.withResolvers<string>();
        ends.set(name, end);
        return end.promise;
      });
      results.set(name, result);
      return result;
    },
    async end(name: string, error?: Error) {
      if (error) ends.get(name)!.reject(error);
      else ends.get(name)!.resolve(name);
      await results.get(name)!.catch(() => {});
      // Work that follows begins in later turns of the event loop.
      await new Promise(setImmediate);
    },
  };
}

describe('fair turns', () => {
  it('let so much run at once, of one subject less, and others pass one that has enough', async () => {
    const work = createWork(
      createFairTurns({ noun: 'things', atOnce: 3, ofOne: 2, mostWaiting: 9 }),
    );
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) void work.ask(name);
    await new Promise(setImmediate);
    expect(work.begun).toEqual(['a1', 'a2', 'b1']);
    await work.end('b1');
    expect(work.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    await work.end('a2');
    await work.end('c1');
    expect(work.begun.slice(4)).toEqual(['a3']);
    await work.end('a1', new Error('no'));
    expect(work.begun.slice(5)).toEqual(['a4']);
  });

  it('refuse what is too much to wait for of one subject, and forget it when it is done', async () => {
    const work = createWork(
      createFairTurns({ noun: 'things', atOnce: 2, ofOne: 1, mostWaiting: 1 }),
    );
    const kept = [work.ask('a1'), work.ask('a2')];
    await expect(work.ask('a3')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'too many things are asked for at once',
    });
    void work.ask('b1');
    await new Promise(setImmediate);
    expect(work.begun).toEqual(['a1', 'b1']);
    await work.end('a1');
    await work.end('a2');
    expect(await Promise.all(kept)).toEqual(['a1', 'a2']);
    void work.ask('a4');
    await new Promise(setImmediate);
    expect(work.begun).toEqual(['a1', 'b1', 'a2', 'a4']);
  });
});
