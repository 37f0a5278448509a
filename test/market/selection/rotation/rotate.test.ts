import { describe, expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../../src/market/selection/index/candidate-index';
import { RecentlySeen } from '../../../../src/market/selection/ranking/recently-seen';
import { ringPoint } from '../../../../src/market/selection/ranking/rank';
import { turnOf } from '../../../../src/market/selection/rotation/rotation';
import { select, selectAmong } from '../../../../src/market/selection/select';
import type { Candidate, SelectionContext } from '../../../../src/market/selection/types';
import { selectByDefinition } from '../definition';
import { Dice } from '../dice';
import { aCandidate, aContext, anImp, idOf } from '../factories';
import { someContext, someImp, somePopulation } from '../populations';
import { chiSquare } from './chi-square';

const campaignId = idOf('rotating campaign');

/** Creatives of one campaign by their names, with their weights. */
function takingTurns(
  weights: Readonly<Record<string, number>>,
  change: Partial<Candidate> = {},
): readonly Candidate[] {
  return Object.entries(weights).map(([name, weight]) =>
    aCandidate({ name, campaignId, rotation: { weight }, ...change }),
  );
}

/** Times that each of these won, in their order, by seeds from 0 on. */
function countWins(
  candidates: readonly Candidate[],
  finds: number,
  context: Partial<SelectionContext> = {},
): readonly number[] {
  const index = CandidateIndex.of(candidates);
  const wins = new Map<Candidate | null, number>();
  for (let seed = 0; seed < finds; seed += 1) {
    const winner = select(index, anImp(), aContext({ ...context, seed }));
    wins.set(winner, (wins.get(winner) ?? 0) + 1);
  }
  return candidates.map((candidate) => wins.get(candidate) ?? 0);
}

describe('creatives that take turns', () => {
  it.each([
    ['alike', { a: 1, b: 1, c: 1, d: 1 }],
    ['by weight', { a: 1, b: 2, c: 7 }],
    ['with far apart weights', { a: 1, b: 100 }],
  ])('are shown %s', (_how, weights) => {
    const shares = Object.values(weights);
    const wins = countWins(takingTurns(weights), 20_000);
    // Above it chance comes once in a thousand times: 16.3 for three degrees of freedom.
    expect(chiSquare(wins, shares)).toBeLessThan(16.3);
  });

  it('keep their shares where some are little known, and whatever the visitor saw', () => {
    const [a, b] = [
      takingTurns({ a: 1 }, { impressions: 0 }),
      takingTurns({ b: 3 }, { impressions: 100_000 }),
    ];
    const wins = countWins([...a, ...b], 20_000, { recentlySeen: new RecentlySeen([...a, ...b]) });
    expect(chiSquare(wins, [1, 3])).toBeLessThan(10.8);
  });

  it('keep their shares in the places that their campaign won of a rival with the same bid', () => {
    const rival = aCandidate({ name: 'rival' });
    const [wonByRival = 0, ...wins] = countWins([rival, ...takingTurns({ a: 1, b: 4 })], 20_000);
    expect(wonByRival).toBeGreaterThan(5_000);
    expect(chiSquare(wins, [1, 4])).toBeLessThan(10.8);
  });

  it('are chosen among those alone that fit the placement', () => {
    const small = takingTurns({ small: 100 }, { scope: '728x90' });
    const blocked = takingTurns({ blocked: 100 });
    const blockedCreativeIds = new Set(blocked.map(({ creativeId }) => creativeId));
    const candidates = [...small, ...blocked, ...takingTurns({ a: 1, b: 1 })];
    const [ofSmall, ofBlocked, ...wins] = countWins(candidates, 4_000, { blockedCreativeIds });
    expect([ofSmall, ofBlocked]).toEqual([0, 0]);
    expect(chiSquare(wins, [1, 1])).toBeLessThan(10.8);
  });

  it('are chosen among those that came later, too, and not among those that went', () => {
    const [gone, ...kept] = takingTurns({ gone: 5, kept: 1 });
    const index = CandidateIndex.of(gone ? [gone, ...kept] : kept);
    const later = takingTurns({ later: 3 });
    index.apply({ upserts: later, removals: gone ? [gone.creativeId] : [] });
    const winners = Array.from({ length: 4_000 }, (_, seed) =>
      select(index, anImp(), aContext({ seed })),
    );
    const wins = [...kept, ...later].map((one) => winners.filter((won) => won === one).length);
    expect(chiSquare(wins, [1, 3])).toBeLessThan(10.8);
  });

  it('leave a place to a new one alone, and never to each other for its sake', () => {
    const before = takingTurns({ a: 1, b: 2, c: 3 });
    const added = takingTurns({ added: 2 });
    const winnersOf = (candidates: readonly Candidate[]) => {
      const index = CandidateIndex.of(candidates);
      return Array.from({ length: 1_000 }, (_, seed) => select(index, anImp(), aContext({ seed })));
    };
    const [then, now] = [winnersOf(before), winnersOf([...added, ...before])];
    const moved = now.filter((winner, at) => winner !== then[at]);
    expect(moved.length).toBeGreaterThan(150);
    expect(new Set(moved)).toEqual(new Set(added));
  });

  it('have nothing to do with those of a campaign whose creatives compete', () => {
    const competing = ['a', 'b'].map((name) => aCandidate({ name, campaignId }));
    const [seen] = competing;
    const wins = countWins(competing, 1_000, {
      recentlySeen: new RecentlySeen(seen ? [seen] : []),
    });
    expect(wins[0]).toBeLessThan(100);
  });
});

it('creatives of two indexes take turns as if they were of one', () => {
  const candidates = [...takingTurns({ a: 1, b: 2, c: 3, d: 4 }), aCandidate({ name: 'rival' })];
  const all = CandidateIndex.of(candidates);
  const parts = [
    CandidateIndex.of(candidates.slice(0, 2)),
    CandidateIndex.of(candidates.slice(2)),
  ] as const;
  for (let seed = 0; seed < 500; seed += 1) {
    const asked = { imp: anImp(), context: aContext({ seed }) };
    expect(selectAmong(parts, asked)).toBe(select(all, asked.imp, asked.context));
  }
});

describe('the plain definition', () => {
  it('chooses the same of campaigns with many creatives', () => {
    const dice = new Dice(36);
    let differing = 0;
    for (let round = 0; round < 24; round += 1) {
      const candidates = somePopulation(dice, 300).map((candidate) => {
        const campaign = dice.below(6);
        const weight = 1 + dice.below(100);
        const id = idOf(`campaign ${campaign}`);
        return { ...candidate, campaignId: id, rotation: campaign < 4 ? { weight } : null };
      });
      const index = CandidateIndex.of(candidates);
      for (let find = 0; find < 100; find += 1) {
        const context = someContext(dice, candidates);
        const imp = { ...someImp(dice), chosenBefore: dice.some(candidates, 3) };
        const winner = select(index, imp, context);
        const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
        expect(winner).toBe(selectByDefinition(candidates, input));
        const competing = candidates.map((candidate) => ({ ...candidate, rotation: null }));
        const highest = selectByDefinition(competing, input);
        if (highest?.creativeId !== winner?.creativeId) differing += 1;
        expect(highest?.campaignId).toBe(winner?.campaignId);
      }
    }
    expect(differing).toBeGreaterThan(150);
  });
});

it('gives a turn by seed, creative and weight, and a higher one to more weight', () => {
  const point = ringPoint(idOf('creative'));
  expect(turnOf({ weight: 2 }, 7, point)).toBe(turnOf({ weight: 2 }, 7, point));
  expect(turnOf({ weight: 3 }, 7, point)).toBeGreaterThan(turnOf({ weight: 2 }, 7, point));
  expect(turnOf({ weight: 2 }, 8, point)).not.toBe(turnOf({ weight: 2 }, 7, point));
});
