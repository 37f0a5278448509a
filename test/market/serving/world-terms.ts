import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import type { CreativeTermChanges } from '../../../src/demand/creatives/creative.resource';
import { noTargeting } from '../../../src/demand/taxonomy/taxonomy';
import { hourMs } from '../../../src/time';
import { usd } from '../../support/campaigns';
import { aPlacement } from '../../support/placements';
import { aSite } from '../../support/verifier';
import type { Dice } from '../selection/dice';

/** The publisher of a world, who advertises on his own site, too. */
export const publisherId = 'cd'.repeat(16);
const host = 'own.example';
const advertiserIds = ['ad', 'bd', 'ed'].map((pair) => pair.repeat(16));
export const sizes = ['300x250', '728x90'] as const;
/** Placements of a page at most. */
export const mostPlacements = 4;

/** The ends of a day and of a week, and the days on which clocks are set. */
const starts = ['2026-06-07T20:00Z', '2026-10-24T19:00Z', '2026-11-01T02:00Z', '2026-03-28T21:00Z'];
/** Clocks of these show each hour once, or twice at a stretch. */
const zones = ['UTC', 'Europe/Warsaw', 'America/New_York', 'Asia/Kathmandu'];
const schedules = [
  ...[['Mo-Su 06:00-18:00'], ['Mo,Sa'], ['Su 22:00-04:00', 'Mo-Fr 12:00-20:00']],
  ...[['Mo-Su 20:00-06:00'], ['Sa,Su 00:00-12:00', 'Mo 03:00-09:00']],
];

export const someStart = (dice: Dice): Date => new Date(dice.pick(starts));

function someCaps(dice: Dice): readonly string[] | null {
  if (dice.isOnce(2)) return null;
  const periods = ['hour', 'day', 'week', 'life'].filter(() => dice.isOnce(2));
  return periods.length === 0 ? ['2/day'] : periods.map((per) => `${1 + dice.below(4)}/${per}`);
}

/** A time near the start of the world, before it or behind; mostly none. */
const someTime = (dice: Dice, start: Date, hours: number): Date | null =>
  dice.isOnce(4) ? new Date(start.getTime() + dice.below(hours) * hourMs) : null;

const someModifiers = (dice: Dice): readonly string[] =>
  ['device:desktop', 'device:mobile', 'country:de', 'country:us', 'Mo-Su 00:00-12:00', 'Sa,Su']
    .filter(() => dice.isOnce(3))
    .map((subject) => `${subject} ${dice.pick(['0.1', '0.5', '1.5', '2', '4', '10'])}`);

/** A campaign that has some of all terms together. */
export function someTerms(dice: Dice, start: Date): Partial<CreateCampaignParams> {
  const isPublishers = dice.isOnce(4);
  const domain = dice.isOnce(5) ? [host] : null;
  return {
    advertiserId: isPublishers ? publisherId : dice.pick(advertiserIds),
    priority: isPublishers ? dice.pick(['sponsorship', 'standard', 'house']) : 'standard',
    shareOfVoice: dice.pick([10, 40, 100]),
    // Few prices: ties, and rivals that bid alike.
    maxCpm: usd(dice.pick(['1', '2', '2', '3', '5'])),
    bidModifiers: dice.isOnce(2) ? someModifiers(dice) : [],
    startsAt: someTime(dice, start, 40) ?? new Date(start.getTime() - hourMs),
    endsAt: dice.isOnce(5) ? new Date(start.getTime() + (40 + dice.below(100)) * hourMs) : null,
    timeZone: dice.pick(zones),
    schedule: dice.isOnce(2) ? dice.pick(schedules) : null,
    scheduleClock: dice.pick(['campaign', 'visitor']),
    frequencyCaps: someCaps(dice),
    showsToUnknownVisitors: dice.isOnce(2),
    roadblock: dice.isOnce(4),
    showsOncePerPage: dice.isOnce(3),
    category: dice.pick([null, 'IAB2', 'IAB2-3']),
    competitiveExclusion: dice.isOnce(2),
    creativeRotation: dice.pick(['auction', 'even', 'weighted']),
    ...(domain && {
      targeting: { ...noTargeting, requires: { ...noTargeting.requires, site: { domain } } },
    }),
  };
}

/** The terms of a creative within those of its campaign. */
export function someCreativeTerms(dice: Dice, start: Date): CreativeTermChanges {
  const startsAt = someTime(dice, start, 40);
  const endsAt = someTime(dice, new Date(start.getTime() + 40 * hourMs), 40);
  const frequencyCaps = someCaps(dice);
  return { startsAt, endsAt, frequencyCaps, weight: 1 + dice.below(5) };
}

/** The publisher's site, with least prices of each kind. */
export function someSite(dice: Dice) {
  const rpm = () => dice.pick(['0.5', '1.5', '2', '2.5', '4']);
  const special = ['country:de ', 'Mo-Su 06:00-24:00 ', 'country:us Sa,Su ', 'country:us '];
  return aSite({
    ...{ id: '51'.repeat(16), publisherId, host },
    minimumRpm: dice.isOnce(2) ? usd(rpm()) : null,
    minimumRpms: special.filter(() => !dice.isOnce(3)).map((subject) => subject + rpm()),
    timeZone: dice.pick(zones),
    onlyDirectDeals: dice.isOnce(6),
  });
}

/** The boxes of the publisher's page, some of which have a least price of their own. */
export const somePlacements = (dice: Dice) =>
  sizes.flatMap((size) =>
    Array.from({ length: mostPlacements }, (_value, at) => {
      const [width = 0, height = 0] = size.split('x').map(Number);
      return aPlacement({
        ...{ id: `${width}${at}`.padEnd(32, '0'), siteId: '51'.repeat(16), publisherId },
        ...{ name: nameOf(size, at), width, height },
        minimumRpm: dice.isOnce(5) ? usd('2.5') : null,
      });
    }),
  );

/** The name of a page's box. */
export const nameOf = (size: string, at: number): string => `${size} ${at}`;
