import { expect, it } from '@jest/globals';
import { bookDeposit } from '../../../../src/money/pockets/pocket.service';
import { mostOwed } from '../../../../src/money/pockets/pockets';
import { freeMeansOf } from '../../../../src/money/verification/again/free-means.service';
import { anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';

const coin = 10n ** 11n;

it.each([
  [5n * coin, 15n * coin],
  [null, mostOwed + 10n * coin],
])('the free means with a credit of %s go by one reading of that', async (creditLimit, means) => {
  const one = await startVerifier();
  const { ctx } = one;
  const { advertiserId } = await one.addMarket({ creditLimit });
  await bookDeposit(ctx, { accountId: advertiserId, amount: 10n * coin });
  let readings = 0;
  const listCreditLimits = (ids: readonly string[]) => {
    readings += 1;
    return ctx.accounts.listCreditLimits(ids);
  };
  const accounts = { ...ctx.accounts, listCreditLimits };
  expect(await freeMeansOf({ ...ctx, accounts }, advertiserId)).toBe(means);
  expect(readings).toBe(1);
});

it('an unknown account has no free means', async () => {
  const { ctx } = await startVerifier();
  expect(await freeMeansOf(ctx, anId())).toBe(0n);
});
