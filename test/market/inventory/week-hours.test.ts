import { expect, it } from '@jest/globals';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { isOnSchedule, WeekHours } from '../../../src/market/inventory/week-hours';
import { canonicalZone } from '../../../src/time-zone';
import { exampleOf } from '../../../src/platform/resources/resource';

const monday = Date.parse('2026-03-23T08:30Z');
const campaign = { ...exampleOf(campaignResource), timeZone: 'Europe/Warsaw' };
const scheduled = { ...campaign, schedule: ['Mo 09:00-11:00'] };

it('are those of the zones in which campaigns have schedules', () => {
  const hours = new WeekHours();
  expect(hours.termsOf(campaign)).toEqual(new Map());
  expect(hours.at(monday)).toEqual(new Map());
  expect(hours.termsOf(scheduled)).toEqual(new Map([['Europe/Warsaw', ['9', '10']]]));
  expect(hours.at(monday)).toEqual(new Map([['Europe/Warsaw', ['9']]]));
  hours.termsOf({ ...scheduled, timeZone: 'Asia/Kathmandu' });
  expect(hours.at(monday).get(canonicalZone('Asia/Kathmandu'))).toEqual(['14']);
});

it('are the same object till a clock of the world may show another hour, whichever way time jumps', () => {
  const hours = new WeekHours();
  hours.termsOf(scheduled);
  const first = hours.at(monday);
  expect(hours.at(monday + 14 * 60_000)).toBe(first);
  expect(hours.at(monday + 30 * 60_000).get('Europe/Warsaw')).toEqual(['10']);
  expect(hours.at(monday - 86_400_000).get('Europe/Warsaw')).toEqual(['153']);
});

it('are those of the visitor’s clock where the find tells it, else of the time zone', () => {
  const hours = new WeekHours();
  const bare = hours.at(monday, 330);
  expect(hours.termsOf({ ...scheduled, scheduleClock: 'visitor' })).toEqual(
    new Map([['visitor, else Europe/Warsaw', ['9', '10']]]),
  );
  hours.termsOf(scheduled);
  const at = (utcOffset: number | null, minutes = 0) => {
    const told = hours.at(monday + minutes * 60_000, utcOffset);
    return ['visitor, else Europe/Warsaw', 'Europe/Warsaw'].map((clock) => told.get(clock)?.[0]);
  };
  expect(bare).toEqual(new Map());
  expect([at(null), at(330), at(345), at(345, 45), at(-720), at(840)]).toEqual([
    ['9', '9'],
    ['14', '9'],
    ['14', '9'],
    ['15', '10'],
    // Sunday evening, and Monday night.
    ['164', '9'],
    ['22', '9'],
  ]);
  expect(hours.at(monday, 330)).toBe(hours.at(monday + 14 * 60_000, 330));
});

it('say when a campaign is shown', () => {
  const hours = new WeekHours();
  hours.termsOf(scheduled);
  const isOn = (minutes: number) => {
    const at = monday + minutes * 60_000;
    const told = isOnSchedule(scheduled, hours.at(at), at);
    // Also where nobody has told the hour of its zone yet.
    expect(isOnSchedule(scheduled, new Map(), at)).toBe(told);
    return told;
  };
  expect([-31, -30, 0, 89, 90].map(isOn)).toEqual([false, true, true, true, false]);
  expect(isOnSchedule(campaign, new Map(), monday)).toBe(true);
});
