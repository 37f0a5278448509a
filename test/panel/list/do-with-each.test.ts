import { describe, expect, it } from '@jest/globals';
import { doWithEach } from '../../../panel/list/do-with-each';

const all = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: name, name }));

describe('something that is done with each', () => {
  it('is done so many at a time, and one that fails keeps no other one back', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const seen: string[] = [];
    const failures = await doWithEach(all, {
      work: async ({ name }) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        seen.push(name);
        if (name === 'b') throw new Error('it is being changed by others');
      },
      describe: ({ message }) => `in words: ${message}`,
      atOnce: 2,
      onDone: () => {
        done += 1;
      },
    });
    expect([most, done, seen.sort()]).toEqual([2, 5, ['a', 'b', 'c', 'd', 'e']]);
    expect(failures).toEqual([
      { id: 'b', name: 'b', problem: 'in words: it is being changed by others' },
    ]);
  });
});
