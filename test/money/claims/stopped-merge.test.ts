import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { coin } from '../payments/paying-world';
import { type ClaimingWorld, startClaimingWorld } from './claiming-world';

let world: ClaimingWorld;
let ada: string;
let made: string;
beforeEach(async () => {
  world = await startClaimingWorld();
  ada = await world.addAccount('ada');
  ({ publisherId: made } = await world.find(5));
  await world.earn(made, 5n);
  await world.transfer(5, await world.claim(ada, 5));
  await world.read();
});
afterEach(() => world.close());

const numberOfSites = async (publisherId: string) =>
  (await world.ctx.sites.listAll({ publisherId }, { first: 100 })).length;
const state = async () => [await numberOfSites(made), await world.earningsOf(made)];

describe('a publisher that an operator stops while it is merged', () => {
  it('keeps sites and money once it is suspended', async () => {
    const { ctx } = world;
    const listAll: typeof ctx.sites.listAll = async (...given) => {
      const sites = await ctx.sites.listAll(...given);
      await ctx.accounts.update(made, { suspendedReason: 'fraud' });
      return sites;
    };
    await world.merge({ ...ctx, sites: { ...ctx.sites, listAll } });
    expect(await state()).toEqual([1, 5n * coin]);
    await ctx.accounts.update(made, { suspendedReason: null });
    await world.merge();
    expect([await state(), await world.earningsOf(ada)]).toEqual([[0, 0n], 5n * coin]);
  });

  it('keeps its money once that is held', async () => {
    const { ctx } = world;
    const balanceOf: typeof ctx.books.balanceOf = async (...given) => {
      const balance = await ctx.books.balanceOf(...given);
      await ctx.payees.change(made, { heldReason: 'papers' });
      return balance;
    };
    await world.merge({ ...ctx, books: { ...ctx.books, balanceOf } });
    expect(await state()).toEqual([0, 5n * coin]);
    await ctx.payees.change(made, { heldReason: null });
    await world.merge();
    expect(await world.earningsOf(ada)).toBe(5n * coin);
  });
});
