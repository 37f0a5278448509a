import { describe, expect, it } from '@jest/globals';
import { explain } from '../../../../src/market/selection/explain';
import { CandidateIndex } from '../../../../src/market/selection/index/candidate-index';
import { select, selectAmong } from '../../../../src/market/selection/select';
import type { Candidate, Imp, OwnSites } from '../../../../src/market/selection/types';
import { selectByDefinition } from '../definition';
import { Dice } from '../dice';
import { aCandidate, aContext, anImp } from '../factories';
import { someContext, someImp, somePopulation } from '../populations';
import { chiSquare } from '../rotation/chi-square';

const own = (priority: OwnSites['priority'], shareOfVoice = 100): Partial<Candidate> => ({
  ownSites: { accountId: 'P', priority, shareOfVoice },
  effectiveRpm: 0,
});
const sponsorship = (name: string, shareOfVoice: number) =>
  aCandidate({ name, ...own('sponsorship', shareOfVoice) });
const bidder = aCandidate({ name: 'bidder', effectiveRpm: 900 });
const house = aCandidate({ name: 'house', ...own('house') });
const onOwnSite: Partial<Imp> = { publisherId: 'P' };

/** Times that each of these won, in their order, and that nobody did. */
function countWins(candidates: readonly Candidate[], finds: number, imp = onOwnSite) {
  const index = CandidateIndex.of(candidates);
  const winners = Array.from({ length: finds }, (_, seed) =>
    select(index, anImp(imp), aContext({ seed })),
  );
  return [...candidates, null].map((one) => winners.filter((winner) => winner === one).length);
}

describe('levels', () => {
  it('show a sponsorship before the highest bid, and a house ad after the lowest', () => {
    const free = aCandidate({ name: 'free', effectiveRpm: 0 });
    expect(countWins([house, bidder, sponsorship('all', 100)], 200)).toEqual([0, 0, 200, 0]);
    expect(countWins([house, free], 200)).toEqual([0, 200, 0]);
    expect(countWins([house], 200)).toEqual([200, 0]);
  });

  it('mean nothing on the sites of others: neither is shown', () => {
    const all = [house, sponsorship('all', 100)];
    for (const imp of [{}, { publisherId: 'Q' }]) {
      expect(countWins(all, 50, imp)).toEqual([0, 0, 50]);
      expect(countWins([...all, bidder], 50, imp)).toEqual([0, 0, 50, 0]);
    }
  });

  it('ask no least price of what is free', () => {
    const imp = { ...onOwnSite, bidFloor: 901 };
    expect(countWins([house, bidder], 50, imp)).toEqual([50, 0, 0]);
    expect(countWins([sponsorship('all', 100), bidder], 50, imp)).toEqual([50, 0, 0]);
  });

  it('keep what else is asked of a creative', () => {
    const excluded = { ...house, scope: '728x90' };
    expect(
      countWins([excluded, { ...sponsorship('all', 100), mime: 'image/gif' }], 20, {
        ...onOwnSite,
        mimes: ['image/png'],
      }),
    ).toEqual([0, 0, 20]);
  });

  it('let a house ad in where the bidders are left out', () => {
    const index = CandidateIndex.of([house, bidder]);
    const ask = () => select(index, anImp(onOwnSite), aContext());
    expect(ask()).toBe(bidder);
    expect(index.without(new Set([bidder.campaignId]), ask)).toBe(house);
  });

  it('hold beside a find of few creatives, and between two indexes', () => {
    const index = CandidateIndex.of([house, bidder]);
    const tried = CandidateIndex.of([sponsorship('all', 100)]);
    const acceptedCreativeIds = new Set([house.creativeId]);
    const imp = anImp(onOwnSite);
    expect(select(index, imp, aContext({ acceptedCreativeIds }))).toBe(house);
    expect(selectAmong([index, tried], { imp, context: aContext() })?.creativeId).toBe(
      sponsorship('all', 100).creativeId,
    );
  });
});

describe('a share of voice', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ['is of all finds that fit', [25], [25, 75]],
    ['is each one’s own', [50, 20, 10], [50, 20, 10, 20]],
    ['leaves nothing beside a full one', [60, 40], [60, 40]],
    ['shrinks where there are more than 100', [100, 50], [2, 1]],
  ])('%s: %j', (_case, shares, expected) => {
    const sponsors = shares.map((share, at) => sponsorship(`sponsor ${at}`, share));
    const wins = countWins([...sponsors, bidder], 20_000).slice(0, expected.length);
    expect(chiSquare(wins, expected)).toBeLessThan(16.3);
  });

  it('is a campaign’s, however many creatives it has', () => {
    const { campaignId } = sponsorship('a', 30);
    const creatives = ['a', 'b', 'c'].map((name) => ({ ...sponsorship(name, 30), campaignId }));
    const [a = 0, b = 0, c = 0, ofBidder = 0] = countWins([...creatives, bidder], 20_000);
    expect(chiSquare([a + b + c, ofBidder], [30, 70])).toBeLessThan(10.8);
    expect(Math.min(a, b, c)).toBeGreaterThan(1_000);
  });

  it('leaves a find in nobody’s share to others, and says so where there are none', () => {
    const lone = sponsorship('lone', 1);
    const [won = 0, , empty = 0] = countWins([lone, { ...bidder, scope: '1x1' }], 2_000);
    expect(won).toBeLessThan(60);
    expect(won + empty).toBe(2_000);
    const told = (candidates: readonly Candidate[]) =>
      explain(CandidateIndex.of(candidates), anImp(onOwnSite), aContext()).nonBidReason;
    expect(told([lone])).toBe('shareOfVoice');
    expect(told([lone, house])).toBeNull();
    expect(countWins([lone, house], 2_000)[2]).toBe(0);
  });
});

describe('the plain definition', () => {
  it('chooses the same of campaigns of all levels, whatever the index went through', () => {
    const dice = new Dice(36);
    const levels = new Map<string, number>();
    for (let round = 0; round < 20; round += 1) {
      // In every other round few bid.
      const some = (count: number) =>
        somePopulation(dice, count).filter(
          ({ ownSites }) => round % 2 === 0 || ownSites !== null || dice.isOnce(10),
        );
      const before = some(300);
      const later = some(60);
      const index = CandidateIndex.of(before);
      const gone = new Set(dice.some(before, 30));
      index.apply({ upserts: later, removals: [...gone].map(({ creativeId }) => creativeId) });
      const all = [...before.filter((one) => !gone.has(one)), ...later];
      for (let find = 0; find < 100; find += 1) {
        const context = someContext(dice, all);
        const imp = { ...someImp(dice), chosenBefore: dice.some(all, 3) };
        const input = { imp, context, ineligibleCampaignIds: index.ineligibleCampaignIds };
        const winner = select(index, imp, context);
        expect(winner).toBe(selectByDefinition(all, input));
        const level = winner ? (winner.ownSites?.priority ?? 'standard') : 'nobody';
        levels.set(level, (levels.get(level) ?? 0) + 1);
      }
    }
    for (const level of ['sponsorship', 'standard', 'house', 'nobody'])
      expect(levels.get(level) ?? 0).toBeGreaterThan(50);
  });
});
