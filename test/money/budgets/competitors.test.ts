import { expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { Competitors } from '../../../src/money/budgets/competitors';
import { openSlice } from '../../../src/money/budgets/held-slice';
import { aCampaignForSale } from '../../support/budgets';

it('tells of those that are out round after round, so many at once', () => {
  const index = CandidateIndex.of([]);
  const competitors = new Competitors(index);
  const slices = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => openSlice(aCampaignForSale({ id }), 0));
  const next = () => [...competitors.nextOut(2)].map(({ campaign }) => campaign.id).join('');
  expect(next()).toBe('');
  for (const held of slices.slice(0, 5)) competitors.leave(held);
  expect([next(), next()]).toEqual(['ab', 'cd']);
  competitors.join(slices[0]!);
  competitors.leave(slices[5]!);
  expect([next(), next(), next()]).toEqual(['ef', '', 'bc']);
  expect([...index.ineligibleCampaignIds].join('')).toBe('bcdef');
});
