import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import type { CreativeTermChanges } from '../../../src/demand/creatives/creative.resource';
import { dayMs } from '../../../src/time';
import { usd } from '../../support/campaigns';
import { advertiserIds } from './month-accounts';
import { convertedName } from './month-conversions';
import { askingLandingUrl, onePixel, threePixels } from './month-urls';

/** How a campaign of the month is to be delivered. */
export interface MonthCampaign {
  readonly name: string;
  readonly terms: Partial<CreateCampaignParams>;
  /** USD that the campaign is to spend in its flight, which has traffic enough; null: no such goal. */
  readonly goal: bigint | null;
  /** The terms of each of its creatives. */
  readonly creatives: readonly CreativeTermChanges[];
  /** The sites that it is shown on alone; absent: on any. */
  readonly deals?: readonly string[];
  /** How often visitors click on each of its creatives, from 0 to 1; absent: never. */
  readonly clickRates?: readonly number[];
}

const zones = ['Asia/Kolkata', 'America/New_York', 'Europe/Berlin', 'UTC'] as const;
const pacings = ['even', 'asap', 'front_loaded'] as const;

const named = (
  name: string,
  terms: Partial<CreateCampaignParams>,
  more: Partial<Omit<MonthCampaign, 'name' | 'terms'>> = {},
): MonthCampaign => ({
  ...{ name, goal: null, creatives: [{}], ...more },
  terms: { name, hourlyBudget: usd('1'), ...terms },
});

/**
 * Four for each of even flights with a goal, caps and budgets of a day (one that takes whole pages, one that is on a page once); three flights
 * with other paces; five schedules (one by the visitor's clock); three that have all of it, with bid modifiers, one that has nothing, and one
 * whose budget is soon spent.
 */
export function monthCampaigns(start: number, days: number): readonly MonthCampaign[] {
  const at = (day: number) => new Date(start + Math.round(day * dayMs));
  const flights = zones.map((timeZone, nth) => {
    const [startsAt, endsAt] = [at(days * (0.05 + nth * 0.1)), at(days * (0.55 + nth * 0.1))];
    const goal = usd('1') * BigInt(Math.ceil(days));
    const terms = { startsAt, endsAt, timeZone, totalBudget: goal, maxCpm: usd('30') };
    return named(`flight ${nth}`, { ...terms, pacing: 'even' }, { goal });
  });
  const fast = [
    { name: 'flight asap', pacing: 'asap' },
    { name: 'flight front_loaded', pacing: 'front_loaded' },
    { name: 'flight raised', pacing: 'asap' },
  ] as const;
  const paced = fast.map(({ name, pacing }, nth) => {
    const [startsAt, endsAt] = [at(days * (0.05 + nth * 0.05)), at(days * (0.4 + nth * 0.05))];
    const goal = usd('1') * BigInt(Math.ceil(days));
    const terms = { startsAt, endsAt, totalBudget: goal, maxCpm: usd('40'), pacing };
    return named(name, { ...terms, timeZone: zones[nth] ?? 'UTC' }, { goal });
  });
  const capped = [['1/hour', '3/day'], ['2/day'], ['4/week'], ['5/life']].map(
    (frequencyCaps, nth) =>
      named(`capped ${nth}`, {
        ...{ frequencyCaps, timeZone: zones[nth] ?? 'UTC', maxCpm: usd('15') },
        showsToUnknownVisitors: nth % 2 === 0,
      }),
  );
  const scheduled = [
    ['Mo-Fr 09:00-17:00'],
    ['Sa,Su'],
    ['Fr 22:00-04:00'],
    ['Mo-Su 00:00-06:00'],
    ['Mo-Su 10:00-20:00'],
  ].map((schedule, nth) =>
    named(`scheduled ${nth}`, {
      ...{ schedule, timeZone: zones[nth] ?? 'UTC', maxCpm: usd('12') },
      scheduleClock: nth === 3 ? 'visitor' : 'campaign',
    }),
  );
  const daily = zones.map((timeZone, nth) => {
    const terms = { timeZone, dailyBudget: usd('0.5'), maxCpm: usd('11') };
    const ofPages = { roadblock: nth === 2, showsOncePerPage: nth === 3 };
    return named(`daily ${nth}`, { ...terms, ...ofPages, pacing: pacings[nth % 3] ?? 'even' });
  });
  const mixed = pacings.map((pacing, nth) =>
    named(`mixed ${nth}`, {
      ...{ pacing, timeZone: zones[nth] ?? 'UTC', maxCpm: usd('13') },
      ...{ frequencyCaps: ['2/day', '6/week'], schedule: ['Mo-Su 06:00-23:00'] },
      bidModifiers: ['device:desktop 0.9', 'Mo-Su 00:00-12:00 1.1'],
      ...{ dailyBudget: usd('0.3'), totalBudget: usd('0.2') * BigInt(Math.round(days)) },
    }),
  );
  const filler = named('filler', { hourlyBudget: usd('0.16'), pacing: 'asap', maxCpm: usd('10') });
  // Five views at its whole bid, which it pays in the first half: then nothing is left.
  const short = named('short', { totalBudget: usd('0.1'), pacing: 'asap', maxCpm: usd('20') });
  const others = [filler, short, ...neighbours(at, days), ...spenders(days)];
  return [...flights, ...paced, ...capped, ...scheduled, ...daily, ...mixed, ...others];
}

/** Three whose creatives have caps, one whose creatives have times, one that pays for clicks, and three competitors. */
function neighbours(at: (day: number) => Date, days: number): readonly MonthCampaign[] {
  const [maxCpm, hourlyBudget] = [usd('16'), usd('0.05')];
  const rivals = ['IAB2', 'IAB2-3', 'IAB2'].map((category, nth) =>
    named(`rival ${nth}`, {
      ...{ category, competitiveExclusion: nth === 0, maxCpm, hourlyBudget },
      advertiserId: advertiserIds[Math.min(nth, 1)] ?? '',
    }),
  );
  const timed = [{}, { startsAt: at(days * 0.4) }, { endsAt: at(days * 0.6) }];
  return [
    ...rivals,
    named(
      'creatives 0',
      { maxCpm, hourlyBudget, timeZone: 'America/New_York' },
      { creatives: [{ frequencyCaps: ['1/day'] }, { frequencyCaps: ['2/day', '3/week'] }] },
    ),
    named(
      'creatives 1',
      {
        maxCpm,
        hourlyBudget,
        ...{ frequencyCaps: ['3/day'], timeZone: 'Europe/Berlin', creativeRotation: 'even' },
      },
      { creatives: [{ frequencyCaps: ['1/hour', '2/life'] }, {}] },
    ),
    named(
      'creatives 2',
      { maxCpm, hourlyBudget, showsToUnknownVisitors: false },
      { creatives: [{ frequencyCaps: ['1/day'] }] },
    ),
    named(
      'paid clicks',
      {
        ...{ maxCpm: usd('14'), maxCpc: usd('0.02'), hourlyBudget: usd('0.1') },
        landingUrl: askingLandingUrl,
      },
      { clickRates: [0.3], creatives: [{ impressionPixels: threePixels }] },
    ),
    named('timed', { maxCpm, hourlyBudget, creativeRotation: 'weighted' }, { creatives: timed }),
  ];
}

/** One whose clicks convert, in budgets of each kind, and two whose budgets of a day change in the middle of one. */
function spenders(days: number): readonly MonthCampaign[] {
  const [maxCpm, hourlyBudget] = [usd('18'), usd('0.1')];
  const totalBudget = usd('0.4') + usd('0.8') * BigInt(Math.ceil(days));
  const terms = { maxCpm, hourlyBudget, dailyBudget: usd('1'), totalBudget };
  return [
    named(convertedName, { ...terms, pacing: 'even' }, { clickRates: [0.6] }),
    named('raised', { maxCpm, hourlyBudget, dailyBudget: usd('0.2'), pacing: 'asap' }),
    named('lowered', { maxCpm, hourlyBudget, dailyBudget: usd('0.4'), pacing: 'even' }),
  ];
}

/** One with two creatives, each of which is on a page once: it is alone in its size, and has no budget that ends. */
export const lonelyCampaign = named(
  'once',
  { showsOncePerPage: true, hourlyBudget: usd('100000'), pacing: 'asap' },
  { creatives: [{}, {}] },
);

/** One whose creatives are chosen by their clicks; alone in its size, too. */
export const optimisedCampaign = named(
  'clicks',
  {
    ...{ creativeRotation: 'optimized_clicks', hourlyBudget: usd('100000'), pacing: 'asap' },
    landingUrl: askingLandingUrl,
  },
  { creatives: [{ impressionPixels: onePixel }, {}], clickRates: [0.4, 0.05] },
);
