import { describe, expect, it } from '@jest/globals';
import { FrequencyCounts } from '../../../src/market/frequency/frequency-counts';
import { CappedItems } from '../../../src/market/inventory/capped-items';
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
      id === campaignId
        ? { frequencyCaps: [cap], showsToUnknownVisitors: true, timeZone, since: 0 }
        : null,
    timeZoneOf: () => timeZone,
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

describe('offers', () => {
  const onlooker = { trackingId, at: Date.parse('2026-06-02T12:00:00Z') };
  const ids = { campaignId, creativeId: idOf('creative') };

  /** A campaign without caps for now, or with them. */
  function aCampaign(first: string | null) {
    let at = onlooker.at;
    const items = new CappedItems(() => new Date(at));
    const terms = { showsToUnknownVisitors: true, timeZone: 'UTC' };
    const set = (cap: string | null) => items.set(campaignId, cap === null ? null : [cap], terms);
    set(first);
    const counts = new FrequencyCounts({
      findCapped: (id) => items.find(id),
      timeZoneOf: () => 'UTC',
      ...{ offerMinutes: 30, maxEntries: 1_000, maxUncapped: 1_000 },
    });
    return {
      set,
      wait: () => {
        at += 1_000;
      },
      isReached: () => counts.isReached({ trackingId, at }, campaignId, () => 0),
      offer: () => {
        counts.noteOffer({ trackingId, at }, ids);
        return new Date(at);
      },
      see: (offeredAt: Date) =>
        counts.noteEvents([
          anEvent({
            ...{ kind: 'impression', trackingId, ...ids },
            ...{ offeredAt, occurredAt: new Date(at) },
          }),
        ]),
    };
  }

  it('from before caps were set close none of those after', () => {
    const { set, wait, isReached, offer, see } = aCampaign(null);
    const before = [offer(), offer()];
    wait();
    set('4/life');
    wait();
    for (const offeredAt of before) see(offeredAt);
    offer();
    expect(isReached()).toBe(false);
    offer();
    expect(isReached()).toBe(true);
  });

  it('are no more than can be counted', () => {
    const { wait, isReached, offer, see } = aCampaign('9999/life');
    wait();
    const first = offer();
    for (let nth = 1; nth < 127; nth += 1) {
      expect(isReached()).toBe(false);
      offer();
    }
    expect(isReached()).toBe(true);
    see(first);
    expect(isReached()).toBe(false);
  });
});
