import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { Watch } from '../../../src/insight/live/watch';

interface Counted {
  readonly revision: string;
  readonly count: number;
}

/** A watch on counters, which tells what was read together. */
function watchCounters() {
  const counts = new Map<string, number>();
  const reads: (readonly string[])[] = [];
  let fault: Error | null = null;
  const watch = new Watch<string, Counted>({
    keyOf: (name) => name,
    idOf: (name) => name,
    read: async (names) => {
      reads.push(names);
      const error = fault;
      fault = null;
      if (error) throw error;
      await new Promise((resolve) => setImmediate(resolve));
      return new Map(
        names.flatMap((name) => {
          const count = counts.get(name);
          return count === undefined ? [] : [[name, { revision: String(count), count }] as const];
        }),
      );
    },
    goneError: (name) => new Error(`${name} is gone`),
    log: pino({ level: 'silent' }),
  });
  return {
    watch,
    reads,
    set: (name: string, count: number) => {
      counts.set(name, count);
      watch.touch([name]);
    },
    remove: (name: string) => {
      counts.delete(name);
      watch.touch([name]);
    },
    failOnce: () => {
      fault = new Error('the database is away');
    },
  };
}

const valueOf = async (follower: AsyncIterator<Counted>) => (await follower.next()).value?.count;

describe('a watch', () => {
  it('tells a follower what there is, and what becomes of it, once each', async () => {
    const { watch, set, reads } = watchCounters();
    set('a', 1);
    const follower = watch.follow('a', null);
    expect(await valueOf(follower)).toBe(1);
    set('a', 1);
    set('a', 2);
    expect(await valueOf(follower)).toBe(2);
    expect(reads).toHaveLength(2);
  });

  it('keeps the last state alone for a follower that does not read', async () => {
    const { watch, set } = watchCounters();
    set('a', 1);
    const [slow, fast] = [watch.follow('a', null), watch.follow('a', null)];
    for (let count = 1; count <= 3; count += 1) {
      set('a', count);
      expect(await valueOf(fast)).toBe(count);
    }
    expect(await valueOf(slow)).toBe(3);
  });

  it('reads once for many followers, and those of many subjects together', async () => {
    const { watch, set, reads } = watchCounters();
    set('a', 1);
    set('b', 2);
    const followers = ['a', 'a', 'b', 'b'].map((name) => watch.follow(name, null));
    expect(await Promise.all(followers.map(valueOf))).toEqual([1, 1, 2, 2]);
    expect(reads).toEqual([['a', 'b']]);
  });

  it('does not repeat what a follower knows', async () => {
    const { watch, set } = watchCounters();
    set('a', 7);
    const follower = watch.follow('a', '7');
    const next = valueOf(follower);
    await valueOf(watch.follow('a', null));
    set('a', 8);
    expect(await next).toBe(8);
  });

  it('fails where the subject is gone, after what was told before', async () => {
    const { watch, set, remove } = watchCounters();
    set('a', 1);
    const follower = watch.follow('a', null);
    expect(await valueOf(follower)).toBe(1);
    remove('a');
    await expect(follower.next()).rejects.toThrow('a is gone');
    expect(watch.followers).toBe(0);
    await expect(watch.follow('nobody', null).next()).rejects.toThrow('nobody is gone');
  });

  it('reads again what it could not read', async () => {
    const { watch, set, failOnce } = watchCounters();
    set('a', 1);
    failOnce();
    expect(await valueOf(watch.follow('a', null))).toBe(1);
  });

  it('forgets a subject with its last follower, and ends all when it is closed', async () => {
    const { watch, set, reads } = watchCounters();
    set('a', 1);
    const [one, other] = [watch.follow('a', null), watch.follow('a', null)];
    await Promise.all([valueOf(one), valueOf(other)]);
    const waiting = one.next();
    await one.return!();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(watch.followers).toBe(1);
    await other.return!();
    expect(watch.followers).toBe(0);
    set('a', 2);
    const late = watch.follow('a', null);
    expect(await valueOf(late)).toBe(2);
    expect(reads).toHaveLength(2);
    const last = late.next();
    watch.close();
    expect((await last).done).toBe(true);
    expect((await watch.follow('a', null).next()).done).toBe(true);
  });
});
