import { describe, expect, it } from '@jest/globals';
import { FrequencyCounts } from '../../../src/market/frequency/frequency-counts';
import { hourMs, minuteMs } from '../../../src/time';
import { anEvent } from '../../support/events';
import { idOf } from '../selection/factories';

const campaignId = idOf('campaign');
const trackingId = idOf('visitor');

/** One visitor who looks at the campaign every ten minutes, and sees it where its cap allows that. */
function aVisitor(cap: string) {
  let timeZone = 'UTC';
  const counts = new FrequencyCounts({
    findCapped: (id) =>
      id === campaignId ? { frequencyCaps: [cap], showsToUnknownVisitors: true, timeZone } : null,
    offerMinutes: 30,
    maxEntries: 1_000,
    maxUncapped: 1_000,
  });
  return {
    moveTo: (zone: string) => {
      timeZone = zone;
    },
    /** @returns how often it was seen. */
    look(from: string, hours: number): number {
      let views = 0;
      for (
        let time = Date.parse(from), left = hours * 6;
        left > 0;
        left -= 1, time += 10 * minuteMs
      ) {
        if (counts.isReached({ trackingId, at: time }, campaignId, () => 0)) continue;
        views += 1;
        const at = new Date(time);
        const event = { trackingId, campaignId, offeredAt: at, occurredAt: at } as const;
        counts.noteOffer({ trackingId, at: time }, { campaignId, creativeId: idOf('creative') });
        counts.noteEvents([anEvent({ kind: 'impression', ...event })]);
      }
      return views;
    },
  };
}

describe('a cap of a day', () => {
  it('lets a visitor see the campaign as often each day', () => {
    expect(aVisitor('2/day').look('2026-06-01T00:00:00Z', 72)).toBe(6);
  });

  it('holds where the campaign moves to a zone in which it is yesterday', () => {
    const visitor = aVisitor('2/day');
    visitor.moveTo('Asia/Tokyo');
    // 05:00 of the second of June there.
    expect(visitor.look('2026-06-01T20:00:00Z', 0.1)).toBe(1);
    visitor.moveTo('America/New_York');
    // From 16:10 of the first of June to the end of the second one.
    expect(visitor.look('2026-06-01T20:10:00Z', 31.5)).toBe(1);
    expect(visitor.look('2026-06-03T04:00:00Z', 24)).toBe(2);
  });
});

it.each([
  ['hour', 3 * hourMs],
  ['day', 20 * hourMs],
])('a cap of a %s holds where the clock jumps back', (per, jump) => {
  const visitor = aVisitor(`2/${per}`);
  const start = Date.parse('2026-06-02T12:00:00Z');
  expect(visitor.look(new Date(start).toISOString(), 0.5)).toBe(2);
  expect(visitor.look(new Date(start - jump).toISOString(), jump / hourMs)).toBe(0);
});
