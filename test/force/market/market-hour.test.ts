import { expect, it } from '@jest/globals';
import {
  type Advertiser,
  advertisers,
  happenHour,
  type ShownAd,
  takenBackAt,
  terms,
} from '../../support/happened-hour';
import { dishonestVisits, honestVisits } from '../../support/market-hour';
import { usualTimes } from '../../support/patience';
import { recountHour, type Taken, type Totals } from '../../support/recounted-hour';
import { readHour } from '../../support/stored-hour';
import { startVerifier } from '../../support/verification';

/**
 * One hour of one market with everybody in it: people, publishers and programs who cheat in each way that there is, and
 * advertisers who take back what was offered. All that is judged and booked is recounted by code that is none of the product's.
 */
const honest = honestVisits();
const families = new Set(honest.map(({ kind }) => kind));

const sorted = (totals: Totals) => [...totals].filter(([, sum]) => sum !== 0n).toSorted();

/** The percentage of the money that is refused, to a hundredth. */
const refusedOf = ({ asked, paid }: Taken = { asked: 1n, paid: 0n }) =>
  Number(((asked - paid) * 10_000n) / asked) / 100;

const priceOfOffer = Number(terms.viewPrice + terms.clickPrice / 100n);
const budgets = Number(terms.hourlyBudget) * advertisers.length;

/** Ads that were offered before advertisers took them back, and seen after it. */
const seenLater = (ads: readonly ShownAd[], whose: Advertiser) =>
  ads.filter(({ advertiser, visit: { foundAt, viewAfterMs } }) => {
    const seenAt = foundAt.getTime() + (viewAfterMs ?? -Infinity);
    return advertiser === whose && foundAt < takenBackAt && seenAt > takenBackAt.getTime();
  });

it('pays people, and refuses cheats, as a recount of what they have done says', async () => {
  const one = await startVerifier({ env: usualTimes });
  const { ads, idsOf } = await happenHour(one, [...honest, ...dishonestVisits()]);
  const { totals, taken } = recountHour(ads);
  const told = [...taken].map(([kind, its]) => `${kind} ${refusedOf(its)}%`).join(', ');
  console.log(`${ads.length} ads; of the money is refused: ${told}`);
  expect(sorted(await readHour(one.db, idsOf))).toEqual(sorted(totals));
  for (const [kind, its] of taken)
    if (families.has(kind)) expect([kind, refusedOf(its) <= 0.5]).toEqual([kind, true]);
  for (const advertiser of advertisers)
    expect(seenLater(ads, advertiser).length).toBeGreaterThan(0);
  for (const kind of ['farm', 'hoarder', 'pixelStuffer', 'crawler', 'dataCenter'])
    expect([kind, taken.get(kind)?.paid]).toEqual([kind, 0n]);
  for (const kind of ['unseenFinds', 'madeUpSupply']) {
    const offers = ads.filter(({ visit }) => visit.kind === kind).length;
    expect(offers).toBeGreaterThan(0);
    expect((offers * priceOfOffer) / budgets).toBeLessThanOrEqual(0.02);
  }
});
