import { describe, expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { levelOf } from '../../../src/market/selection/levels/level';
import { isExploring, seedOf } from '../../../src/market/selection/ranking/rank';
import { secondRpm } from '../../../src/market/selection/second-price';
import { chooseWinner, select } from '../../../src/market/selection/select';
import { RecentlySeen } from '../../../src/market/selection/ranking/recently-seen';
import type { Candidate, Imp, SelectionContext } from '../../../src/market/selection/types';
import { secondRpmByDefinition } from './definition';
import { Dice } from './dice';
import { aCandidate, aContext, anImp } from './factories';
import { someContext, someImp, someModifiers, somePopulation } from './populations';

function priceOf(
  rpms: Readonly<Record<string, Partial<Candidate>>>,
  imp: Partial<Imp> = {},
  context: Partial<SelectionContext> = {},
) {
  const candidates = Object.entries(rpms).map(([name, one]) => aCandidate({ name, ...one }));
  const index = CandidateIndex.of(candidates);
  const asked = { imp: anImp(imp), context: aContext(context) };
  const winner = select(index, asked.imp, asked.context);
  return winner && secondRpm(index.open(asked.imp, asked.context), { ...asked, winner });
}

/** Seeds of finds that no little known creative is tried in. */
const seedsOfBids = Array.from({ length: 60 }, (_value, seed) => seed).filter(
  (seed) => !isExploring(seedOf({ seed }, anImp())),
);

/** Half of the campaigns that bid as a whole, with two creatives each. */
function someTakingTurns(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map((one, at) => {
    const first = candidates[at - (at % 2)] ?? one;
    if (at % 4 > 1 || first.ownSites !== null) return one;
    return { ...first, creativeId: one.creativeId, rotation: { weight: 1 } };
  });
}

describe('the second price', () => {
  const three = { high: { effectiveRpm: 4 }, mid: { effectiveRpm: 2.5 }, low: { effectiveRpm: 1 } };

  it.each([
    ['the next best bid', three, {}, {}, 2.5],
    ['the floor above that', three, { bidFloor: 3 }, {}, 3],
    ['the floor of the site', three, {}, { bidFloor: 3.5 }, 3.5],
    ['nothing without rival and floor', { high: {} }, {}, {}, 0],
    [
      'nothing against the campaign’s other creatives',
      { high: { effectiveRpm: 4, campaignId: 'a' }, mid: { effectiveRpm: 2.5, campaignId: 'a' } },
      {},
      {},
      0,
    ],
    ['its own bid at most', { one: {}, other: {} }, {}, {}, 1],
    [
      'the bids of campaigns that are not capped',
      three,
      { cappedCampaignIds: new Set([aCandidate({ name: 'mid' }).campaignId]) },
      {},
      1,
    ],
    [
      'what a rival weighs who was just seen',
      three,
      {},
      {
        recentlySeen: new RecentlySeen([aCandidate({ name: 'none' }), aCandidate({ name: 'mid' })]),
      },
      1,
    ],
  ])('is %s', (_case, candidates, imp, context, expected) => {
    expect(priceOf(candidates, imp, context)).toBe(expected);
  });

  it('is the same whichever creative’s turn it is, seen or not', () => {
    const turns = { effectiveRpm: 4, campaignId: 'a', rotation: { weight: 1 } };
    const candidates = { seen: turns, unseen: turns, rival: { effectiveRpm: 1 } };
    const recentlySeen = new RecentlySeen([{ ...aCandidate({ name: 'seen' }), campaignId: 'a' }]);
    // The campaign that was just seen counts half.
    const prices = seedsOfBids.map((seed) => priceOf(candidates, {}, { recentlySeen, seed }));
    expect(new Set(prices)).toEqual(new Set([2]));
  });

  it('is the least with which the plain definition lets the winner win', () => {
    const dice = new Dice(36);
    let [rivals, raised, found] = [0, 0, 0];
    for (let round = 0; round < 150; round += 1) {
      const candidates = someTakingTurns(
        somePopulation(dice, 60).map((one) =>
          dice.isOnce(2) ? { ...one, modifiers: someModifiers(dice) } : one,
        ),
      );
      const turning = candidates.filter(({ rotation }) => rotation !== null);
      const index = CandidateIndex.of(candidates);
      for (let find = 0; find < 8; find += 1) {
        const imp = someImp(dice);
        const context = {
          ...someContext(dice, candidates),
          ...(dice.isOnce(2) && { recentlySeen: new RecentlySeen(dice.some(turning, 3)) }),
        };
        const winner = select(index, imp, context);
        // Sponsorships and house ads pay nothing, and are nobody's rivals.
        if (!winner || levelOf(winner) !== 'standard') continue;
        const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
        const { rpm, hasRival } = secondRpmByDefinition(candidates, input, winner);
        if (hasRival) rivals += 1;
        if (rpm > winner.effectiveRpm * 1.1) raised += 1;
        expect(secondRpm(index.open(imp, context), { imp, context, winner })).toBe(rpm);
        const open = index.open(imp, context);
        const choice = chooseWinner(open, { imp, context }, { seeksRival: true });
        expect(choice?.winner).toBe(winner);
        if (choice?.rival !== undefined) found += 1;
        expect(secondRpm(open, { imp, context, winner, ...choice })).toBe(rpm);
      }
    }
    expect(rivals).toBeGreaterThan(50);
    // By the search for the winner, not by one more.
    expect(found).toBeGreaterThan(100);
    // Prices above the bid as it is without modifiers.
    expect(raised).toBeGreaterThan(10);
  });
});
