import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { LocalHours } from '../../../src/market/frequency/local-hours';
import { clockOf, isOnSchedule, WeekHours } from '../../../src/market/inventory/week-hours';
import { exampleOf } from '../../../src/platform/resources/resource';
import { isScheduled, localOf } from '../../money/simulation/month-terms';
import { hourAt } from '../frequency/plain-caps';

/** Hours of time zones, against the platform's calendars: `localOf` and `isScheduled` share no code with the product. */
const numRuns = 60;

/** The names in a row are names of the same zone. */
const names = [
  ['Asia/Kolkata', 'Asia/Calcutta', 'asia/kolkata'],
  ['Asia/Kathmandu', 'Asia/Katmandu'],
  ['America/New_York', 'US/Eastern', 'america/NEW_YORK'],
  ['UTC', 'Etc/UTC', 'Zulu', 'utc'],
  ['Europe/Warsaw', 'Poland'],
  ['America/St_Johns', 'Canada/Newfoundland'],
  ['Pacific/Chatham', 'NZ-CHAT'],
  ['Australia/Lord_Howe', 'Australia/LHI'],
] as const;
const aZone = fc.constantFrom(
  ...names.flat(),
  ...Intl.supportedValuesOf('timeZone').filter((_name, nth) => nth % 7 === 0),
);

/** Changes of clocks of these zones, and other moments. */
const changes = [
  ...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
  ...['2026-03-08T05:30Z', '2026-11-01T04:30Z', '2026-04-04T14:00Z', '2026-09-26T14:00Z'],
  ...['2026-04-04T15:00Z', '2026-10-03T15:30Z', '2026-06-07T22:00Z', '2027-01-01T00:00Z'],
].map((text) => Date.parse(text));
/** Moments close together, some before the one they follow: hours that are kept for one may be used for the next. */
const someMoments = fc
  .tuple(
    fc.constantFrom(...changes),
    fc.array(fc.integer({ min: -900, max: 1_500 }), { minLength: 8, maxLength: 20, size: 'max' }),
  )
  .map(([change, steps]) => {
    let at = change - 2_400_000;
    return steps.map((seconds) => (at += seconds * 1_000));
  });

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const two = (hour: number) => String(hour).padStart(2, '0');
const anEntry = fc
  .tuple(fc.subarray(days, { minLength: 1 }), fc.nat(23), fc.nat(23))
  .map(([some, from, to]) => `${some.join()} ${two(from)}:00-${two(to)}:00`);
const aCampaign = fc.record({
  timeZone: aZone,
  scheduleClock: fc.constantFrom('campaign' as const, 'visitor' as const),
  schedule: fc.array(anEntry, { minLength: 1, maxLength: 3 }),
});
const example = exampleOf(campaignResource);

it('hours are those that the clocks of a zone show, in any order of moments', () => {
  const someZones = fc.array(aZone, { minLength: 3, maxLength: 6 });
  fc.assert(
    fc.property(someZones, someMoments, (zones, moments) => {
      const hours = new LocalHours();
      for (const at of moments)
        for (const timeZone of zones) {
          const shown = Date.parse(`${hourAt(at, timeZone)}:00Z`) / 3_600_000;
          expect([timeZone, at, hours.at(timeZone, at)]).toEqual([timeZone, at, shown]);
        }
    }),
    { numRuns },
  );
});

describe('schedules', () => {
  it('are on in the hours that they name, by the clock that they keep to', () => {
    const anOffset = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);
    const someOffsets = fc.tuple(anOffset, anOffset, fc.constant(null));
    const someCampaigns = fc.array(aCampaign, { minLength: 1, maxLength: 3 });
    let on = 0;
    fc.assert(
      fc.property(someCampaigns, someMoments, someOffsets, (some, moments, offsets) => {
        const hours = new WeekHours();
        const campaigns = some.map((terms) => ({ ...example, ...terms }));
        const terms = campaigns.map((campaign) => hours.termsOf(campaign));
        for (const [at, utcOffset] of moments.flatMap((at) =>
          offsets.map((one) => [at, one] as const),
        ))
          campaigns.forEach((campaign, nth) => {
            const { schedule, timeZone, scheduleClock } = campaign;
            const isByVisitor = scheduleClock === 'visitor' && utcOffset !== null;
            const local = isByVisitor
              ? localOf(new Date(at + utcOffset * 60_000), 'UTC')
              : localOf(new Date(at), timeZone);
            const [hour = ''] = hours.at(at, utcOffset).get(clockOf(campaign)) ?? [];
            const isOn = [...(terms[nth]?.values() ?? [])].flat().includes(hour);
            const plain = isScheduled(schedule, local);
            expect({ campaign: some[nth], at, utcOffset, isOn }).toEqual({
              ...{ campaign: some[nth], at, utcOffset, isOn: plain },
            });
            const byZone = isScheduled(schedule, localOf(new Date(at), timeZone));
            expect(isOnSchedule(campaign, hours.at(at), at)).toBe(byZone);
            if (plain) on += 1;
          });
      }),
      { numRuns },
    );
    expect(on).toBeGreaterThan(numRuns);
  });

  it('of one zone have one clock, however its name is written', () => {
    const hours = new WeekHours();
    for (const timeZone of names.flat()) {
      const schedule = ['Mo'];
      hours.termsOf({ ...example, schedule, timeZone, scheduleClock: 'campaign' });
      hours.termsOf({ ...example, schedule, timeZone, scheduleClock: 'visitor' });
    }
    expect(hours.at(changes[0] ?? 0).size).toBe(2 * names.length);
  });
});
