import { expect, it } from '@jest/globals';
import { Dice } from '../selection/dice';
import type { PlainWinner } from './plain-find';
import type { Without } from './plain-world';
import { type ComparedFind, WholeWorld } from './whole-world';

/** The first worlds of a row; SOAK_WHOLE_WORLDS has more of them, and WHOLE_WORLDS_FROM begins further on. */
const worlds = Number(process.env['SOAK_WHOLE_WORLDS'] ?? 3);
const first = Number(process.env['WHOLE_WORLDS_FROM'] ?? 0);
const finds = 80;
/** In so many finds once it is asked which terms have decided. */
const findsOfParts = 2;

/** Terms one by one: a find that is answered otherwise without them was decided by them. */
const parts: Readonly<Record<string, Without>> = {
  capsOfCampaigns: { capsOf: 'campaign' },
  capsOfCreatives: { capsOf: 'creative' },
  floors: { floors: true },
  schedules: { terms: { schedule: null } },
  clocks: { terms: { scheduleClock: 'campaign' } },
  flights: { terms: { startsAt: new Date(0), endsAt: null } },
  timesOfCreatives: { creative: { startsAt: null, endsAt: null } },
  modifiers: { terms: { bidModifiers: [] } },
  roadblocks: { terms: { roadblock: false } },
  exclusions: { terms: { competitiveExclusion: false } },
  oncePerPage: { terms: { showsOncePerPage: false } },
  rotation: { candidate: { rotation: null } },
  levels: { candidate: { ownSites: null } },
  directDeals: { candidate: { requires: new Map() } },
};

const creativesOf = (winners: readonly PlainWinner[]) =>
  winners.map(({ nth, creativeId }) => `${nth}: ${creativeId}`);

/** Prices have 10^-11 USD; second ones are as exact as the ranking. */
const isPriceOf = (told: number, plain: number, isSecondPrice: boolean): boolean =>
  Math.abs(told - plain) <= (isSecondPrice ? plain / 1e6 + 3e-8 : 1e-9);

function problemsOf({ told, plain }: ComparedFind, isSecondPrice: boolean): readonly string[] {
  const [shown, expected] = [creativesOf(told), creativesOf(plain)].map(String);
  if (shown !== expected) return [`${shown} in place of ${expected}`];
  return told.flatMap(({ nth, rpm }, at) => {
    const price = plain[at]?.rpm ?? -1;
    return isPriceOf(rpm, price, isSecondPrice) ? [] : [`${nth} costs ${rpm}, not ${price}`];
  });
}

it('finds among campaigns with all terms together have the winners and prices of their plain definition', async () => {
  const decided = new Map(Object.keys(parts).map((part) => [part, 0]));
  let second = 0;
  for (let nth = first; nth < first + worlds; nth += 1) {
    const dice = new Dice(nth);
    const world = await WholeWorld.make(dice);
    for (let find = 0; find < finds; find += 1) {
      const isSecondPrice = dice.isOnce(2);
      const compared = await world.find(isSecondPrice, find % findsOfParts === 0 ? parts : {});
      const problems = problemsOf(compared, isSecondPrice);
      expect({ world: nth, find, problems }).toEqual({ world: nth, find, problems: [] });
      if (isSecondPrice && compared.told.length > 1) second += 1;
      for (const [part, other] of compared.others)
        if (String(creativesOf(other)) !== String(creativesOf(compared.plain)))
          decided.set(part, (decided.get(part) ?? 0) + 1);
    }
    await world.close();
  }
  // Each of the terms has decided some finds.
  const rare = [...decided].filter(([, count]) => count === 0);
  expect([rare, second > 10 * worlds]).toEqual([[], true]);
}, 36_000_000);
