import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Deletion, listDeletions } from '../../../src/platform/lists/known-deletions';
import { hourMs, minuteMs, secondMs } from '../../../src/time';

const noon = Date.parse('2026-02-09T12:00:00Z');

let collection: object;
let stored: Deletion[];
/** Times that were read from and to, in milliseconds after noon. */
let reads: [after: number, until: number][];
afterEach(() => {
  jest.restoreAllMocks();
});
beforeEach(() => {
  collection = {};
  stored = [];
  reads = [];
});

/** Numbers of what was deleted. @param until default: now */
async function list(now: number, until = now): Promise<readonly number[]> {
  const times = { now: noon + now, until: noon + until };
  const found = await listDeletions(collection, 'of one', times, (after, to) => {
    reads.push([after - noon, to - noon]);
    return Promise.resolve(stored.filter(([, at]) => after < at && at <= to));
  });
  return found.map(([sequence]) => sequence);
}

const deleteAt = (ms: number, sequence: number) => stored.push([sequence, noon + ms]);

describe('deletions of a list', () => {
  it('are read once, but for the last 10 seconds', async () => {
    deleteAt(0, 2);
    expect(await list(minuteMs)).toEqual([2]);
    deleteAt(2 * minuteMs, 1);
    expect(await list(3 * minuteMs)).toEqual([1, 2]);
    expect(reads).toEqual([
      [-noon, minuteMs],
      [50 * secondMs, 3 * minuteMs],
    ]);
  });

  it('of a snapshot are those until it was taken, and are known', async () => {
    deleteAt(0, 1);
    deleteAt(minuteMs, 2);
    await list(2 * minuteMs);
    expect(await list(3 * minuteMs, -1)).toEqual([]);
    expect(await list(3 * minuteMs, 0)).toEqual([1]);
    expect(await list(3 * minuteMs, minuteMs - 1)).toEqual([1]);
    expect(await list(3 * minuteMs, minuteMs)).toEqual([1, 2]);
    expect(reads).toHaveLength(1);
  });

  it('are known, too, that happen after the clock was set back by an hour', async () => {
    deleteAt(0, 1);
    expect(await list(hourMs)).toEqual([1]);
    deleteAt(minuteMs, 2);
    expect(await list(2 * minuteMs)).toEqual([1, 2]);
    deleteAt(3 * minuteMs, 3);
    expect(await list(4 * minuteMs, hourMs)).toEqual([1, 2, 3]);
    expect(await list(4 * minuteMs)).toEqual([1, 2, 3]);
    expect(await list(2 * hourMs)).toEqual([1, 2, 3]);
  });

  it('are known, too, where nobody has asked until the clock was there again', async () => {
    const steady = performance.now();
    await list(hourMs);
    deleteAt(minuteMs, 1);
    jest.spyOn(performance, 'now').mockReturnValue(steady + 2 * hourMs);
    expect(await list(2 * hourMs)).toEqual([1]);
  });

  it('are not all read anew where another process is up to 10 seconds ahead', async () => {
    await list(minuteMs);
    deleteAt(minuteMs + 9 * secondMs, 1);
    expect(await list(minuteMs, minuteMs + 10 * secondMs)).toEqual([1]);
    expect(await list(minuteMs + secondMs)).toEqual([]);
    expect(await list(minuteMs + 9 * secondMs)).toEqual([1]);
    expect(reads.filter(([after]) => after === -noon)).toHaveLength(1);
  });
});
