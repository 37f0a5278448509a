import { describe, expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { isExploring, seedOf } from '../../../src/market/selection/ranking/rank';
import { select, selectAmong } from '../../../src/market/selection/select';
import { RecentlySeen } from '../../../src/market/selection/ranking/recently-seen';
import type { Candidate, Imp, SelectionContext } from '../../../src/market/selection/types';
import { Dice } from './dice';
import { aCandidate, aContext, anImp, idOf } from './factories';
import { someContext, someImp, somePopulation } from './populations';

/** The name of the winner, of candidates by name. */
function winnerOf(
  candidates: Readonly<Record<string, Partial<Candidate>>>,
  imp: Partial<Imp> = {},
  context: Partial<SelectionContext> = {},
) {
  const names = Object.keys(candidates);
  const index = CandidateIndex.of(names.map((name) => aCandidate({ name, ...candidates[name] })));
  const winner = select(index, anImp(imp), aContext(context));
  return names.find((name) => idOf(name) === winner?.creativeId) ?? null;
}

/** Seeds that give a placement to learning, or that do not. */
function seeds(count: number, doExplore: boolean): readonly number[] {
  const found: number[] = [];
  for (let seed = 0; found.length < count; seed += 1) {
    if (isExploring(seedOf({ seed }, anImp())) === doExplore) found.push(seed);
  }
  return found;
}

function countWins(
  index: CandidateIndex,
  from: readonly number[],
  context: Partial<SelectionContext> = {},
) {
  const wins = new Map<string, number>();
  for (const seed of from) {
    const winner = select(index, anImp(), aContext({ ...context, seed }));
    if (winner) wins.set(winner.creativeId, (wins.get(winner.creativeId) ?? 0) + 1);
  }
  return wins;
}

describe('select', () => {
  it('lets the highest bid win', () => {
    expect(
      winnerOf({ low: { effectiveRpm: 1 }, high: { effectiveRpm: 2 }, mid: { effectiveRpm: 1.5 } }),
    ).toBe('high');
  });

  it('answers the very candidate that was put in', () => {
    const only = aCandidate();
    expect(select(CandidateIndex.of([only]), anImp(), aContext())).toBe(only);
  });

  it.each([
    ['nothing for sale', []],
    ['another size', [aCandidate({ scope: '1x1' })]],
    ['a rule against it', [aCandidate({ startsAt: 2_000_000 })]],
  ] as const)('leaves a placement empty: %s', (_case, candidates) => {
    expect(select(CandidateIndex.of(candidates), anImp(), aContext())).toBeNull();
  });

  it('rotates: what was just seen loses to a lower bid', () => {
    const candidates = { high: { effectiveRpm: 2 }, low: { effectiveRpm: 1.5 } };
    const high = aCandidate({ name: 'high' });
    expect(winnerOf(candidates, {}, { recentlySeen: new RecentlySeen([high]) })).toBe('low');
    expect(winnerOf(candidates, { chosenBefore: [high] })).toBe('low');
  });

  it('counts what this request chose as newer than what was seen before', () => {
    const candidates = { one: { effectiveRpm: 1 }, other: { effectiveRpm: 1 } };
    const [one, other] = [aCandidate({ name: 'one' }), aCandidate({ name: 'other' })];
    expect(
      winnerOf(candidates, { chosenBefore: [other] }, { recentlySeen: new RecentlySeen([one]) }),
    ).toBe('one');
  });

  it('shows the only candidate again rather than nothing', () => {
    expect(
      winnerOf(
        { only: {} },
        {},
        { recentlySeen: new RecentlySeen([aCandidate({ name: 'only' })]) },
      ),
    ).toBe('only');
  });

  it('lets somebody who bids nothing win where nobody bids more', () => {
    expect(winnerOf({ only: { effectiveRpm: 0 } })).toBe('only');
  });

  it('keeps two required clauses on one keyword apart', () => {
    const both = { types: ['image', 'html'] };
    const publisherFilter = {
      requires: new Map([['type', ['html', 'video']]]),
      excludes: new Map(),
    };
    const candidates = { image: { effectiveRpm: 3 }, html: { type: 'html', mime: 'text/html' } };
    expect(winnerOf(candidates, both, { publisherFilter })).toBe('html');
  });

  it('gives the same answer to the same seed, whatever the order of insertion', () => {
    const equals = Array.from({ length: 40 }, (_, number) =>
      aCandidate({ name: `equal ${number}` }),
    );
    const [one, other] = [CandidateIndex.of(equals), CandidateIndex.of([...equals].reverse())];
    for (const seed of seeds(50, false)) {
      const context = aContext({ seed });
      const winner = select(one, anImp(), context);
      expect(select(other, anImp(), context)).toBe(winner);
      expect(select(one, anImp(), context)).toBe(winner);
    }
  });

  it('shares a placement evenly among a few equals', () => {
    const index = CandidateIndex.of(['a', 'b', 'c', 'd'].map((name) => aCandidate({ name })));
    const wins = [...countWins(index, seeds(8000, false)).values()];
    expect(wins).toHaveLength(4);
    for (const count of wins) expect(Math.abs(count - 2000)).toBeLessThan(250);
  });

  it('gives each of many equals its turn', () => {
    const names = Array.from({ length: 200 }, (_, number) => `equal ${number}`);
    const index = CandidateIndex.of(names.map((name) => aCandidate({ name })));
    expect(countWins(index, seeds(20_000, false)).size).toBe(200);
  });

  it('explores little known creatives, the less known the more often', () => {
    const rich = aCandidate({ name: 'rich', effectiveRpm: 9 });
    const fresh = aCandidate({ name: 'fresh', impressions: 0 });
    const young = aCandidate({ name: 'young', impressions: 3 });
    const index = CandidateIndex.of([rich, fresh, young]);
    const exploring = seeds(2000, true);
    const wins = countWins(index, exploring);
    expect(wins.get(rich.creativeId)).toBeUndefined();
    expect(wins.get(fresh.creativeId)! / 2000).toBeCloseTo(0.8, 1);
    expect(countWins(index, seeds(200, false))).toEqual(new Map([[rich.creativeId, 200]]));
  });

  it('does not explore what is not eligible, and falls back on the highest bid', () => {
    const rich = aCandidate({ name: 'rich', effectiveRpm: 9 });
    const fresh = aCandidate({ impressions: 0, requires: new Map([['user:country', ['de']]]) });
    const index = CandidateIndex.of([rich, fresh]);
    const context = aContext({ seed: seeds(1, true)[0]! });
    expect(select(index, anImp(), context)).toBe(rich);
  });
});

describe('selectAmong', () => {
  it('chooses as if the candidates of both indexes were for sale', () => {
    const dice = new Dice(37);
    const candidates = somePopulation(dice, 400);
    const indexOf = (some: readonly Candidate[]) => CandidateIndex.of(some);
    const all = indexOf(candidates);
    const parts = [indexOf(candidates.slice(0, 390)), indexOf(candidates.slice(390))] as const;
    const winners = Array.from({ length: 1000 }, () => {
      const context = someContext(dice, candidates);
      const imp = { ...someImp(dice), chosenBefore: dice.some(candidates, 3) };
      return [selectAmong(parts, { imp, context }), select(all, imp, context)];
    });
    expect(winners.filter(([ofParts, ofAll]) => ofParts !== ofAll)).toEqual([]);
    const own = new Set(candidates.slice(390));
    expect(winners.filter(([winner]) => winner && own.has(winner)).length).toBeGreaterThan(5);
  });
});
