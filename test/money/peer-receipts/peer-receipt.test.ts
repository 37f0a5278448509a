import { describe, expect, it } from '@jest/globals';
import { isOverdue, nextAskAfter } from '../../../src/money/peer-receipts/peer-receipt';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../src/time';

const receivedAt = new Date('2026-02-09T12:00:00Z');
const after = (ms: number) => new Date(receivedAt.getTime() + ms);

describe('the server that a receipt is of', () => {
  it.each<[string, number, number | null]>([
    ['at once', 0, 5 * secondMs],
    ['after 5 seconds', 5 * secondMs, 5 * secondMs],
    ['after a minute', minuteMs, minuteMs],
    ['after nearly 12 minutes', 12 * minuteMs - 1, 12 * minuteMs - 1],
    ['after 12 minutes', 12 * minuteMs, 12 * minuteMs],
    ['after nearly a day', dayMs - 1, 12 * minuteMs],
    ['after a day', dayMs, hourMs],
    ['after nearly a day and a week', 8 * dayMs - 1, hourMs],
    ['after a day and a week', 8 * dayMs, null],
    ['by a clock that was set back by an hour', -hourMs, 5 * secondMs],
  ])('that was asked %s is asked again in time', (_when, elapsed, later) => {
    const next = later === null ? null : after(elapsed + later);
    expect(nextAskAfter({ receivedAt }, after(elapsed))).toEqual(next);
  });

  it('has a day to tell what it is for', () => {
    expect([-1, 0, 1].map((ms) => isOverdue({ receivedAt }, after(dayMs + ms)))).toEqual([
      ...[false, true, true],
    ]);
  });
});
