import { expect, it } from '@jest/globals';
import { openSlice } from '../../../src/money/budgets/held-slice';
import { createUnusedSlices } from '../../../src/money/budgets/unused-slices';
import { aCampaignForSale } from '../../support/budgets';

it('gives back what many campaigns have left by writes of 500, each once', async () => {
  const ofCampaigns: string[][] = [];
  const ofAccounts: number[] = [];
  const unused = createUnusedSlices({
    giveBack(slices) {
      ofCampaigns.push(slices.map(({ owner }) => owner.campaignId));
      return Promise.resolve();
    },
    accounts: {
      giveBack(slices) {
        ofAccounts.push(slices.length);
        return Promise.resolve();
      },
    },
  });
  const ids = Array.from({ length: 1_001 }, (_, at) => `${at}`);
  for (const id of ids) {
    const held = { ...openSlice(aCampaignForSale({ id }), 0), isLimited: true };
    unused.note(held, { amount: 1n, offers: 1n, forViews: 1n, minuteAt: 0 });
  }
  await unused.giveBack();
  await unused.giveBack();
  expect(ofCampaigns.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(ofCampaigns.flat()).toEqual(ids);
  expect(ofAccounts).toEqual([500, 500, 1]);
});
