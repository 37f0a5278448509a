import { describe, expect, it } from '@jest/globals';
import {
  campaignSeenFactor,
  creativeSeenFactor,
  RecentlySeen,
} from '../../../../src/market/selection/ranking/recently-seen';
import { aCandidate } from '../factories';

const creative = aCandidate();
const another = aCandidate({ name: 'another' });
const sibling = aCandidate({ name: 'sibling', campaignId: creative.campaignId });

describe('RecentlySeen', () => {
  it('rises with the time since: i/(i+1) for the creative, weaker for the campaign', () => {
    expect([0, 1, 2].map(creativeSeenFactor)).toEqual([0, 1 / 2, 2 / 3]);
    expect([0, 1, 2].map(campaignSeenFactor)).toEqual([1 / 2, 2 / 3, 3 / 4]);
  });

  it.each([
    ['never', [], 1],
    ['just now', [creative], 0],
    ['one ago', [another, creative], (1 / 2) * (2 / 3)],
    ['twice: the newer time counts', [another, creative, another, creative], (1 / 2) * (2 / 3)],
    ['never, but its campaign just now', [sibling], 1 / 2],
    ['never, but its campaign two ago', [another, another, sibling], 3 / 4],
  ])('for a creative seen %s', (_case, seen, penalty) => {
    expect(new RecentlySeen(seen).penaltyOf(creative)).toBeCloseTo(penalty, 12);
  });

  it.each([
    ['nothing of it', [another], (2 / 3) * (3 / 4)],
    ['the campaign', [another, sibling], (3 / 4) * (2 / 3)],
    ['the creative', [creative, another], 0],
  ])('counts newer ones first that are %s', (_case, shownSince, penalty) => {
    const seen = new RecentlySeen([another, creative]);
    expect(seen.penaltyOf(creative, shownSince)).toBeCloseTo(penalty, 12);
  });
});
