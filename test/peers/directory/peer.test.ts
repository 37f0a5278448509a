import { describe, expect, it } from '@jest/globals';
import { nextTryAfter, reachOf } from '../../../src/peers/directory/peer';

const now = new Date('2026-02-09T12:00:00Z');
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
const msAfter = (time: Date, ms: number) => new Date(time.getTime() + ms);

describe('how a peer answers', () => {
  it.each([
    [hours(1), 0, 'answering'],
    [hours(1), 1, 'failing'],
    [hours(1), 9, 'failing'],
    [hours(1), 10, 'unreachable'],
    [msAfter(hours(24), 1), 0, 'answering'],
    [hours(24), 0, 'silent'],
    [hours(24), 12, 'silent'],
    [msAfter(hours(168), 1), 0, 'silent'],
    [hours(168), 0, 'gone'],
    [null, 0, 'answering'],
    [null, 10, 'unreachable'],
  ] as const)('with a broadcast of %s and %d failures is %s', (broadcastAt, failures, reach) => {
    expect(reachOf({ broadcastAt, failures }, now)).toBe(reach);
  });

  it.each([
    [1, 1 / 6],
    [9, 1 / 6],
    [10, 1],
    [11, 2],
    [18, 256],
    [19, null],
    [500, null],
  ])('after %d failures it is tried %p hours later', (failures, later) => {
    const expected = later === null ? null : hours(-later);
    expect(nextTryAfter(failures, now)).toEqual(expected);
  });
});
