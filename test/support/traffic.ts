import type { RequestFacts } from '../../src/request-facts';
import { minutesAfter, noon } from './verifier';

/** One find of an ad, and what came of it; times in milliseconds after the find. */
export interface Visit {
  readonly address: string;
  readonly userAgent: string;
  readonly headers?: RequestFacts['headers'];
  readonly trackingId: string | null;
  readonly foundAt: Date;
  readonly viewAfterMs: number;
  /** As the tag tells it; null: no tag does. */
  readonly seenMs: number | null;
  /** null: no click. */
  readonly clickAfterMs: number | null;
}

const chromeOf = (version: number, platform: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const windows = chromeOf(140, 'Windows NT 10.0; Win64; x64');
const phones = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.7 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  chromeOf(140, 'Linux; Android 10; K'),
];

/** The same numbers in every run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const times = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_value, at) => make(at));
const trackingIdOf = (number: number) => number.toString(16).padStart(32, '7');
export const secondsAfter = (seconds: number) => minutesAfter(noon, seconds / 60);

/** A person's visit: a second of being seen, measured by the tag as a rule, and a click now and then. */
function personal(below: (most: number) => number, change: Partial<Visit>): Visit {
  const viewAfterMs = 1_200 + below(20_000);
  // One of ten comes by a client of its own.
  const seenMs = below(10) === 0 ? null : 1_000;
  // Clients of their own tell a view after a second, whatever the person does meanwhile.
  const soonestClickMs = viewAfterMs + (seenMs === null ? -400 : 0);
  return {
    address: '198.51.100.9',
    userAgent: windows,
    trackingId: null,
    foundAt: secondsAfter(below(3_000)),
    viewAfterMs,
    seenMs,
    clickAfterMs: below(150) === 0 ? soonestClickMs + below(20_000) : null,
    ...change,
  };
}

/**
 * People, by where they sit. Each list is of one hour, one site and one advertiser.
 *
 * @param size 1 for as many as the limits have to bear
 */
export function honestTraffic(size: number): Readonly<Record<string, readonly Visit[]>> {
  const below = numbersFrom(1);
  const visit = (change: Partial<Visit>) => personal(below, change);
  const some = (count: number) => Math.ceil(count * size);
  return {
    // Of all over, with the cookie.
    readers: times(some(3_000), (at) =>
      visit({
        address: `24.${at % 250}.${(at >> 4) % 250}.7`,
        trackingId: trackingIdOf(at % some(900)),
      }),
    ),
    // Four people, two browsers, no cookie.
    families: times(some(60), (home) =>
      times(24, (at) =>
        visit({
          address: `86.130.${home % 250}.5`,
          userAgent: at % 2 === 0 ? windows : (phones[0] ?? ''),
        }),
      ),
    ).flat(),
    // Two hundred people behind one address, with three browsers.
    offices: times(some(1_800), (at) =>
      visit({
        address: '62.40.1.9',
        userAgent: [windows, chromeOf(139, 'Windows NT 10.0; Win64; x64'), phones[0]][at % 3] ?? '',
      }),
    ),
    // Phones of one carrier: few addresses, fewer browsers.
    carriers: times(some(2_200), (at) =>
      visit({ address: `37.50.7.${at % 200}`, userAgent: phones[at % 3] ?? '' }),
    ),
  };
}

/** Programs, and people who are made to see nothing, by their trick. */
export function dishonestTraffic(size: number): Readonly<Record<string, readonly Visit[]>> {
  const below = numbersFrom(2);
  const visit = (change: Partial<Visit>) =>
    personal(below, { seenMs: null, clickAfterMs: null, ...change });
  const some = (count: number) => Math.ceil(count * size);
  return {
    // A thousand addresses, a thousand browsers, milliseconds.
    farm: times(some(3_000), (at) =>
      visit({
        address: `81.${at % 200}.${(at >> 3) % 250}.${at % 200}`,
        userAgent: chromeOf(100 + (at % 41), `Windows NT 10.0; rv:${at % 1_000}`),
        viewAfterMs: 5 + below(80),
        clickAfterMs: at % 3 === 0 ? 10 + below(80) : null,
      }),
    ),
    // One home, a click on every ad, at the pace of a person.
    clickSpam: times(some(1_200), (at) =>
      visit({
        address: '82.10.4.7',
        userAgent: chromeOf(100 + (at % 40), 'X11; Linux x86_64'),
        seenMs: 1_000,
        clickAfterMs: 30_000,
      }),
    ),
    // Views at the pace of people, of all over, and of one in fifteen a click at once.
    instantClicker: times(some(300), (at) =>
      visit({
        address: `86.130.${at % 250}.9`,
        userAgent: windows,
        viewAfterMs: 5_000,
        clickAfterMs: at % 15 === 0 ? 4_950 + below(150) : null,
      }),
    ),
    // Offers that are gathered, and shown later.
    hoarder: times(some(1_000), (at) =>
      visit({
        address: `83.7.${at % 250}.9`,
        foundAt: secondsAfter(at % 600),
        viewAfterMs: 31 * 60_000 + below(600_000),
      }),
    ),
    // Ads of one pixel on pages that people read: the view is loaded with the page.
    pixelStuffer: times(some(2_000), (at) =>
      visit({
        address: `84.${at % 200}.8.9`,
        trackingId: trackingIdOf(50_000 + at),
        viewAfterMs: 40 + below(400),
      }),
    ),
    // A page with two ads that asks for the next ones every second: its limit is one of the hour, so all of it happens.
    refresher: times(7_000, (at) =>
      visit({
        address: '85.20.3.1',
        trackingId: trackingIdOf(90_000),
        foundAt: secondsAfter(Math.floor(at / 2)),
        viewAfterMs: 1_050,
        seenMs: 1_000,
      }),
    ),
    crawler: times(some(1_000), (at) =>
      visit({
        address: `66.249.70.${at % 200}`,
        userAgent:
          'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1) Chrome/140.0.0.0 Safari/537.36',
      }),
    ),
    // A cloud's machines.
    dataCenter: times(some(1_000), (at) => visit({ address: `54.160.${at % 250}.1` })),
  };
}
