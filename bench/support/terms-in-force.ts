const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const categories = ['IAB1', 'IAB2', 'IAB2-3', 'IAB17', 'IAB19', 'IAB22'];
/** One campaign in so many wants all placements of a page. */
const roadblockEvery = 50;

/**
 * The terms of delivery of the nth campaign, of which none ends within a bench: caps of high numbers, schedules of all hours, budgets of
 * each period that last.
 */
export function termsInForce(nth: number) {
  const lasting = 9n * 10n ** 17n;
  return {
    timeZone: zones[nth % zones.length],
    pacing: (['even', 'front_loaded', 'asap'] as const)[nth % 3],
    ...{ dailyBudget: lasting * 10n, totalBudget: lasting * 10n },
    ...(nth % 2 === 0 && { frequencyCaps: ['60000/day', '65000/life'] }),
    ...(nth % 3 === 0 && { schedule: ['Mo-Fr 00:00-24:00', 'Sa,Su'] }),
    ...(nth % 5 === 0 && { bidModifiers: ['device:desktop 0.9', 'Mo-Su 00:00-12:00 1.1'] }),
    ...{ category: categories[nth % categories.length], competitiveExclusion: nth % 4 === 0 },
    showsOncePerPage: nth % 4 === 1,
    roadblock: nth % roadblockEvery === 0,
    creativeRotation: (['auction', 'even', 'optimized_clicks', 'weighted'] as const)[nth % 4],
  };
}

/** The auction type of a market, from the first hour on, as it is stored. */
export const secondPrice = { _id: 0, type: 'second_price', setAt: new Date(0) };
