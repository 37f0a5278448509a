import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  campaignNames,
  type Caps,
  CapsStory,
  creativeNames,
  type Start,
  type Step,
  visitorNames,
} from './caps-story';

/** `CapsStory` shows that caps mean what a list of all views says, and where they do not (docs/contract.md §4). */
const numRuns = Number(process.env['SOAK_CAPS_STORIES'] ?? 150);
const names = [...campaignNames, ...creativeNames];

const someCaps = fc
  .uniqueArray(fc.constantFrom('hour', 'day', 'week', 'life'), { minLength: 1, maxLength: 4 })
  .chain((pers) =>
    fc.tuple(...pers.map((per) => fc.integer({ min: 1, max: 4 }).map((most) => `${most}/${per}`))),
  );
const capsOrNone: fc.Arbitrary<Caps> = fc.oneof(someCaps, fc.constant(null));

/** Clocks of these show each hour once, or twice at a stretch. */
const steadyZones = [
  ...['UTC', 'Europe/Warsaw', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'America/Havana', 'Asia/Beirut'],
] as const;
/** Here the hour goes back from 3 to 2 in autumn, and it is 3 again after some minutes. */
const otherZones = ['Pacific/Chatham', 'Antarctica/Troll'] as const;

/** Beside the changes of clocks: the ends of a week, and of a day in Asia. */
const starts = [
  ...['2026-03-29T00:00Z', '2026-10-25T00:00Z', '2026-03-08T06:00Z', '2026-11-01T05:00Z'],
  ...['2026-04-04T14:00Z', '2026-10-03T15:00Z', '2026-02-15T01:00Z', '2026-10-24T20:00Z'],
  ...['2026-06-07T22:00Z', '2026-06-10T18:00Z', '2026-04-04T13:30Z'],
].map((text) => Date.parse(text));

const aStart = (zones: readonly string[], ofCreatives: fc.Arbitrary<Caps>): fc.Arbitrary<Start> =>
  fc.record({
    at: fc
      .tuple(fc.constantFrom(...starts), fc.integer({ min: -20_000, max: 10_000 }))
      .map(([at, seconds]) => at + seconds * 1_000),
    timeZone: fc.constantFrom(...zones),
    caps: fc.record({
      ...{ spring: capsOrNone, autumn: capsOrNone },
      ...{ first: ofCreatives, second: ofCreatives, third: ofCreatives },
    }),
  });

const aFind = (looks: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('find' as const),
    visitor: fc.constantFrom('ann', 'ann', 'ann', ...visitorNames),
    creative: fc.constantFrom(...creativeNames),
    boxes: fc.integer({ min: 1, max: 3 }),
    looks,
  });
const someSeconds = fc.oneof(
  fc.constantFrom(1, 60, 900, 1_799, 1_800, 1_801, 3_600, 86_400, 3 * 86_400),
  fc.integer({ min: 1, max: 7_200 }),
);
const aWait = someSeconds.map((seconds): Step => ({ kind: 'wait', seconds }));
const aJumpBack = someSeconds.map((seconds): Step => ({ kind: 'wait', seconds: -seconds }));
const aLook: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('look' as const),
  nth: fc.nat(20),
  isBot: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});
const newCaps = (of: readonly (typeof names)[number][], caps: fc.Arbitrary<Caps>) =>
  fc.record({ kind: fc.constant('caps' as const), of: fc.constantFrom(...of), caps });
const aMove: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('zone' as const),
  of: fc.constantFrom(...campaignNames),
  timeZone: fc.constantFrom(...steadyZones, ...otherZones, 'Asia/Tokyo', 'America/Los_Angeles'),
});

/** Caps of campaigns come and go, those of creatives are raised and lowered. */
const edits = fc.oneof(newCaps(campaignNames, capsOrNone), newCaps(creativeNames, someCaps));
const story = (...steps: readonly fc.WeightedArbitrary<Step>[]) =>
  fc.array(fc.oneof(...steps), { minLength: 20, maxLength: 60, size: 'max' });
const steadyStart = aStart(steadyZones, someCaps);

/** Lets it happen. @returns what was told of caps */
function answersOf(start: Start, steps: readonly Step[]) {
  const told = new CapsStory(start);
  for (const step of steps) told.take(step);
  return told.answers;
}

describe('caps, where clocks go forward', () => {
  it('are what a plain list of views says, where all that is offered is looked at', () => {
    const steps = story(
      { weight: 6, arbitrary: aFind(fc.constant(true)) },
      { weight: 3, arbitrary: aWait },
      { weight: 1, arbitrary: edits },
    );
    let reached = 0;
    fc.assert(
      fc.property(steadyStart, steps, (start, all) => {
        for (const { asked, product, plain } of answersOf(start, all)) {
          expect({ asked, isReached: product }).toEqual({ asked, isReached: plain });
          if (plain) reached += 1;
        }
      }),
      { numRuns },
    );
    expect(reached).toBeGreaterThan(numRuns);
  });

  it('are never passed, whatever is looked at and when', () => {
    const steps = story(
      { weight: 6, arbitrary: aFind(fc.boolean()) },
      { weight: 4, arbitrary: aLook },
      { weight: 1, arbitrary: aWait },
      { weight: 1, arbitrary: edits },
    );
    let reached = 0;
    fc.assert(
      fc.property(steadyStart, steps, (start, all) => {
        for (const { asked, product, plain } of answersOf(start, all)) {
          if (!plain) continue;
          expect({ asked, isReached: product }).toEqual({ asked, isReached: true });
          reached += 1;
        }
      }),
      { numRuns },
    );
    expect(reached).toBeGreaterThan(numRuns);
  });
});

describe('caps are as documented', () => {
  const usual = [
    { weight: 6, arbitrary: aFind(fc.boolean()) },
    { weight: 3, arbitrary: aLook },
    { weight: 3, arbitrary: aWait },
    { weight: 1, arbitrary: aMove },
  ];
  const check = (start: fc.Arbitrary<Start>, steps: fc.Arbitrary<readonly Step[]>) => {
    let others = 0;
    fc.assert(
      fc.property(start, steps, (first, all) => {
        for (const { asked, product, plain, documented } of answersOf(first, all)) {
          expect({ asked, isReached: product }).toEqual({ asked, isReached: documented });
          if (documented !== plain) others += 1;
        }
      }),
      { numRuns },
    );
    // Nothing need be documented that never happens.
    expect(others).toBeGreaterThan(numRuns / 10);
  };
  const zones = [...steadyZones, ...otherZones];

  it('where time zones change, and caps of creatives come and go', () => {
    const comingCaps = newCaps(names, capsOrNone);
    check(aStart(zones, capsOrNone), story(...usual, { weight: 1, arbitrary: comingCaps }));
  });

  it('where the clock is set back', () => {
    const otherCaps = newCaps(creativeNames, someCaps);
    check(
      aStart(zones, someCaps),
      story(...usual, { weight: 1, arbitrary: aJumpBack }, { weight: 1, arbitrary: otherCaps }),
    );
  });
});
