import { describe, expect, it } from '@jest/globals';
import { createDeadline, type Deadline } from '../../../sidecar/node/deadline';
import { createKeyedQueue } from '../../../sidecar/node/keyed-queue';

const soon: Deadline = { remainingMs: () => 1 };
const late = createDeadline(60_000);

/** A task that runs until it is let go. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { task: () => promise, letGo: resolve };
}

const succeed = (value: string) => () => Promise.resolve(value);

describe('createKeyedQueue', () => {
  it('runs the tasks of a key in their order, whatever becomes of them', async () => {
    const queue = createKeyedQueue({
      concurrency: 1,
      maxWaiting: 10,
      maxWaitingPerKey: 10,
      maxWaitingPerOrigin: 10,
    });
    const started: number[] = [];
    const runs = [1, 2, 3, 4].map((number) =>
      queue.run('a', {
        deadline: late,
        task: () => {
          started.push(number);
          return number === 2 ? Promise.reject(new Error('2')) : Promise.resolve(number);
        },
      }),
    );
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(started).toEqual([1, 2, 3, 4]);
  });

  it('never starts a task whose deadline came while it waited', async () => {
    const queue = createKeyedQueue({
      concurrency: 1,
      maxWaiting: 10,
      maxWaitingPerKey: 10,
      maxWaitingPerOrigin: 10,
    });
    const { task, letGo } = heldTask();
    const running = queue.run('a', { deadline: late, task });
    const mustNotRun = () => Promise.reject(new Error('was started'));
    expect(await queue.run('a', { deadline: soon, task: mustNotRun })).toBeNull();
    letGo('done');
    expect(await running).toBe('done');
    expect(await queue.run('a', { deadline: soon, task: succeed('next') })).toBe('next');
  });

  it('turns away what is too much, all keys together, and recovers', async () => {
    const queue = createKeyedQueue({
      concurrency: 1,
      maxWaiting: 2,
      maxWaitingPerKey: 2,
      maxWaitingPerOrigin: 2,
    });
    const { task, letGo } = heldTask();
    const busy = ['a', 'b'].map((key) => queue.run(key, { deadline: late, task }));
    const waiting = ['a', 'b'].map((key) => queue.run(key, { deadline: late, task: succeed(key) }));
    expect(await queue.run('a', { deadline: late, task: succeed('c') })).toBeNull();
    expect(await queue.run('c', { deadline: late, task: succeed('free key') })).toBe('free key');
    letGo('done');
    expect(await Promise.all([...busy, ...waiting])).toEqual(['done', 'done', 'a', 'b']);
    expect(await queue.run('a', { deadline: late, task: succeed('again') })).toBe('again');
  });

  it('lets the origins of a key take turns', async () => {
    const queue = createKeyedQueue({
      concurrency: 1,
      maxWaiting: 10,
      maxWaitingPerKey: 10,
      maxWaitingPerOrigin: 3,
    });
    const { task, letGo } = heldTask();
    const started: string[] = [];
    const run = (origin: string, name: string) =>
      queue.run('a', {
        deadline: late,
        origin,
        task: () => Promise.resolve(started.push(name)),
      });
    const first = queue.run('a', { deadline: late, origin: 'x', task });
    const rest = ['x1', 'x2', 'x3', 'y1', 'y2', 'z1'].map((name) => run(name[0]!, name));
    expect(await run('x', 'too many')).toBeNull();
    letGo('done');
    await Promise.all([first, ...rest]);
    expect(started).toEqual(['x1', 'y1', 'z1', 'x2', 'y2', 'x3']);
  });

  it('runs as many of one key at a time as it may', async () => {
    const queue = createKeyedQueue({
      concurrency: 3,
      maxWaiting: 100,
      maxWaitingPerKey: 100,
      maxWaitingPerOrigin: 100,
    });
    let open = 0;
    let mostOpen = 0;
    const task = async () => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise(setImmediate);
      open -= 1;
    };
    const run = () => queue.run('a', { deadline: late, task });
    await Promise.all(Array.from({ length: 20 }, run));
    expect(mostOpen).toBe(3);
  });
});
