import { describe, expect, it } from '@jest/globals';
import { rpmIn } from '../../../src/market/selection/bid-modifiers';
import { eligibility } from '../../../src/market/selection/eligibility';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { levelOf } from '../../../src/market/selection/levels/level';
import { bidOf, seenPenalty } from '../../../src/market/selection/ranking/rank';
import { rules } from '../../../src/market/selection/rules';
import { secondRpm } from '../../../src/market/selection/second-price';
import { select } from '../../../src/market/selection/select';
import type { Candidate, Imp, SelectionContext } from '../../../src/market/selection/types';
import { Dice } from './dice';
import { aCandidate, aContext, anImp } from './factories';
import { someContext, someImp, somePopulation } from './populations';

function priceOf(
  rpms: Readonly<Record<string, Partial<Candidate>>>,
  imp: Partial<Imp> = {},
  context: Partial<SelectionContext> = {},
) {
  const candidates = Object.entries(rpms).map(([name, one]) => aCandidate({ name, ...one }));
  const index = CandidateIndex.of(candidates);
  const asked = { imp: anImp(imp), context: aContext(context) };
  const winner = select(index, asked.imp, asked.context);
  return winner && secondRpm(index, { ...asked, winner });
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
      { recentlySeen: [aCandidate({ name: 'none' }), aCandidate({ name: 'mid' })] },
      1,
    ],
  ])('is %s', (_case, candidates, imp, context, expected) => {
    expect(priceOf(candidates, imp, context)).toBe(expected);
  });

  it('is the least with which the plain definition lets the winner win', () => {
    const dice = new Dice(36);
    let rivals = 0;
    for (let round = 0; round < 150; round += 1) {
      const candidates = somePopulation(dice, 60);
      const index = CandidateIndex.of(candidates);
      for (let find = 0; find < 8; find += 1) {
        const imp = someImp(dice);
        const context = someContext(dice, candidates);
        const winner = select(index, imp, context);
        // Sponsorships and house ads pay nothing, and are nobody's rivals.
        if (!winner || levelOf(winner) !== 'standard') continue;
        const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
        const lets = Object.values(rules).map((rule) => eligibility(rule, input));
        const seen = [...(imp.chosenBefore ?? []), ...context.recentlySeen];
        const scores = candidates
          .filter((one) => levelOf(one) === 'standard' && one.campaignId !== winner.campaignId)
          .filter((one) => lets.every((isLet) => isLet(one)))
          .map((one) => bidOf(rpmIn(one, context)) * seenPenalty(one, seen));
        const best = Math.max(0, ...scores);
        if (best > 0) rivals += 1;
        const least = best > 0 ? best / seenPenalty(winner, seen) : 0;
        const floor = imp.bidFloor ?? context.bidFloor ?? 0;
        const expected = Math.min(rpmIn(winner, context), Math.max(least, floor));
        expect(secondRpm(index, { imp, context, winner })).toBe(expected);
      }
    }
    expect(rivals).toBeGreaterThan(50);
  });
});
