import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hourOf } from '../../../src/hour';
import type { Account } from '../../../src/identity/accounts/account';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { proveClaim } from '../../../src/money/claims/prove-claim.service';
import { runCommand } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import { coin, dyingContext } from '../payments/paying-world';
import { type ClaimingWorld, startClaimingWorld } from './claiming-world';

let world: ClaimingWorld;
let ada: string;
/** The publisher whom a find has made of user 5. */
let made: string;
let placementId: string;
beforeEach(async () => {
  world = await startClaimingWorld();
  ada = await world.addAccount('ada');
  ({ publisherId: made, placementId } = await world.find(5));
});
afterEach(() => world.close());

/** All that there is of a publisher's. */
async function sitesOf(publisherId: string) {
  return world.ctx.sites.listAll({ publisherId }, { first: 100 });
}

async function assertBooks(): Promise<void> {
  const checks = (await checkBooks(world.ctx)).filter(({ name }) => name !== 'charges');
  expect(checks.filter(({ problem }) => problem !== null)).toEqual([]);
}

describe('a claim of an address', () => {
  it('shown by a transfer brings sites, placements and unpaid money, and names the account in finds', async () => {
    await world.earn(made, 5n);
    const code = await world.claim(ada, 5);
    expect(await world.claim(ada, 5)).toBe(code);
    await world.transfer(5, code);
    await world.read();
    await world.merge();
    expect(await world.holderOf(5)).toBe(ada);
    expect([await world.earningsOf(made), await world.earningsOf(ada)]).toEqual([0n, 5n * coin]);
    expect(await world.fundsOf(ada)).toBe(coin / 10n);
    expect(await sitesOf(made)).toEqual([]);
    expect(await sitesOf(ada)).toMatchObject([{ host: 'news.example' }]);
    const account = await world.ctx.accounts.findById(ada);
    expect(account?.payoutAddress).toBe(account?.provenAddresses[0]);
    await eventually(async () => {
      for (const publisher of [5, made, ada])
        expect(await world.find(publisher)).toMatchObject({ publisherId: ada, placementId });
      expect(await world.find(null, { id: '1', placementId })).toMatchObject({ placementId });
    }, 30_000);
    // Earnings that were under way come along later, and wait for their hour there, too.
    const hour = hourOf(world.ctx.now());
    await world.earn(made, 2n, { hour });
    await world.merge();
    expect(await world.ctx.books.listEarningsOf([ada], { until: hour, now: hour })).toMatchObject([
      { balance: 7n * coin, payable: 5n * coin },
    ]);
    await assertBooks();
  });

  it('is shown by a transfer of nothing, too, and of an address that nobody has named yet', async () => {
    await world.transfer(5, await world.claim(ada, 5), '0');
    await world.transfer(6, await world.claim(ada, 6));
    await world.read();
    expect([await world.holderOf(5), await world.holderOf(6)]).toEqual([ada, ada]);
    expect(await world.find(6)).toMatchObject({ publisherId: ada });
    await assertBooks();
  });

  it('joins placements with those that the account has on the same host', async () => {
    const own = await world.find(ada);
    expect(own.placementId).not.toBe(placementId);
    await world.transfer(5, await world.claim(ada, 5));
    await world.read();
    await world.merge();
    await world.merge();
    expect(await sitesOf(ada)).toHaveLength(1);
    const named = { id: '1', placementId };
    await eventually(async () => {
      expect(await world.find(5)).toMatchObject({ placementId: own.placementId, publisherId: ada });
      expect(await world.find(null, named)).toMatchObject({ placementId, publisherId: ada });
    }, 30_000);
  });

  it('has nothing asked of its publisher once all is brought along, until more comes', async () => {
    await world.transfer(5, await world.claim(ada, 5));
    await world.read();
    await world.merge();
    const { ctx } = world;
    let asked = 0;
    const listAll: typeof ctx.sites.listAll = (...given) => {
      asked += 1;
      return ctx.sites.listAll(...given);
    };
    const merge = () => world.merge({ ...ctx, sites: { ...ctx.sites, listAll } });
    await merge();
    expect(asked).toBe(0);
    await world.earn(made, 2n);
    await merge();
    expect([asked, await world.earningsOf(ada)]).toEqual([1, 2n * coin]);
  });

  it('is found among those of many accounts, each publisher once', async () => {
    const bob = await world.addAccount('bob');
    const { ctx } = world;
    const others = [await world.find(6), await world.find(7)].map(({ publisherId }) => publisherId);
    await ctx.inTransaction(async (session) => {
      await ctx.accounts.mergeInto(made, bob, session);
      for (const id of others) await ctx.accounts.mergeInto(id, ada, session);
    });
    const found: string[] = [];
    for (let after: Account | null = null; ; ) {
      const page: readonly Account[] = await ctx.accounts.listMerged(after, 1);
      found.push(...page.map(({ id }) => id));
      after = page.at(-1) ?? null;
      if (!after) break;
    }
    expect(found.toSorted()).toEqual([made, ...others].toSorted());
  });

  it('leaves a payment alone that is under way, and takes what comes back of it', async () => {
    await world.earn(made, 5n);
    await world.settle();
    await world.earn(made, 2n);
    await world.transfer(5, await world.claim(ada, 5));
    await world.read();
    await world.merge();
    await world.settle();
    expect(await world.earningsOf(made)).toBe(0n);
    const paid = await world.payments();
    expect(paid.map(({ accountId, amount }) => [accountId, amount / coin])).toContainEqual([
      made,
      5n,
    ]);
    await assertBooks();
  });

  it('leaves what an operator holds until he lets it go', async () => {
    await world.earn(made, 5n);
    await world.ctx.payees.change(made, { heldReason: 'papers' });
    await world.transfer(5, await world.claim(ada, 5));
    await world.read();
    await world.merge();
    expect(await world.earningsOf(made)).toBe(5n * coin);
    await world.ctx.payees.change(made, { heldReason: null });
    await world.merge();
    expect(await world.earningsOf(ada)).toBe(5n * coin);
  });
});

describe('nothing is claimed', () => {
  it.each(['0', '0.1'])('by a line of %s coins that no closed block shows', async (amount) => {
    await world.transfer(5, await world.claim(ada, 5), amount);
    const honest = world.ctx.ledger!;
    const lookUp = () => Promise.resolve({ state: 'refused', reason: 'error 44' } as const);
    await world.read({ ...world.ctx, ledger: { ...honest, lookUp } });
    expect(await world.holderOf(5)).toBe(made);
    world.ledger.passTime(30 * 3600);
    await world.read({ ...world.ctx, ledger: { ...honest, lookUp } });
    expect(await world.holderOf(5)).toBe(made);
    world.ledger.passTime(600);
    await world.read();
    expect(await world.holderOf(5)).toBe(ada);
  });

  it('by a transfer from another address, though with the right code', async () => {
    await world.transfer(6, await world.claim(ada, 5));
    await world.read();
    expect([await world.holderOf(5), await world.holderOf(6)]).toEqual([made, undefined]);
    const filter = { accountId: null, isUnassigned: true };
    expect(await world.ctx.deposits.listAll(filter, { first: 10 })).toHaveLength(1);
  });

  it('by a transfer that comes too late, or has no code', async () => {
    const code = await world.claim(ada, 5);
    await world.transfer(5, '');
    world.ledger.clock.seconds += 7 * 86_400 + 1;
    await world.transfer(5, code);
    await world.read();
    expect(await world.holderOf(5)).toBe(made);
    expect(await world.claim(ada, 5)).not.toBe(code);
  });

  it('a second time: the first of two accounts that is shown has it', async () => {
    const bob = await world.addAccount('bob');
    const [adas, bobs] = [await world.claim(ada, 5), await world.claim(bob, 5)];
    await world.transfer(5, bobs);
    await world.transfer(5, adas);
    await world.read();
    await world.merge();
    expect(await world.holderOf(5)).toBe(bob);
    expect(await sitesOf(bob)).toHaveLength(1);
    await expect(world.claim(ada, 5)).rejects.toMatchObject({ code: 'CONFLICT' });
    await assertBooks();
  });

  it.each([
    [1, 'VALIDATION_FAILED'],
    [7, 'CONFLICT'],
  ])(
    'of user %d: it is the server’s own, or that of somebody who can log in',
    async (user, code) => {
      const bob = await world.addAccount('bob');
      await world.transfer(7, await world.claim(bob, 7));
      await world.read();
      await expect(world.claim(ada, user)).rejects.toMatchObject({ code });
    },
  );

  it('for an account that was erased meanwhile', async () => {
    const code = await world.claim(ada, 5);
    const claim = (await world.ctx.addressClaims.findByCode([code]))!;
    await world.transfer(5, code);
    const run = (...args: readonly string[]) => runCommand(world.mongodbUri, args);
    await run('user', 'suspend', 'ada@claims.example', '--reason', 'asked to go');
    expect((await run('user', 'erase', 'ada@claims.example', '--apply')).lines).toEqual([]);
    await world.read();
    // A reader that had found the claim before comes too late, too.
    const block = world.ctx.now();
    await proveClaim(world.ctx, { claim, transactionId: '0001:00000001:0001', block });
    expect(await world.holderOf(5)).toBe(made);
    const account = await world.ctx.accounts.findById(ada);
    expect(account).toMatchObject({ payoutAddress: null, provenAddresses: [] });
  });

  it('of a suspended publisher, and no more than ten at a time', async () => {
    await world.ctx.accounts.update(made, { suspendedReason: 'fraud' });
    await world.transfer(5, await world.claim(ada, 5));
    await world.read();
    await world.merge();
    expect([await world.holderOf(5), (await sitesOf(made)).length]).toEqual([made, 1]);
    for (let user = 20; user < 29; user += 1) await world.claim(ada, user);
    await expect(world.claim(ada, 29)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('a process that is killed', () => {
  it('at every step of reading and merging moves everything once', async () => {
    await world.earn(made, 5n);
    await world.find(ada);
    await world.transfer(5, await world.claim(ada, 5));
    let killed = 0;
    for (let step = 1; ; step += 1) {
      const dying = dyingContext(world.ctx, step);
      try {
        await world.read(dying.ctx);
        await world.merge(dying.ctx);
        break;
      } catch (error) {
        if (!(error instanceof Error) || error.message !== 'killed by the test') throw error;
        killed += 1;
      }
    }
    expect(killed).toBeGreaterThan(20);
    expect([await world.earningsOf(made), await world.earningsOf(ada)]).toEqual([0n, 5n * coin]);
    expect(await world.fundsOf(ada)).toBe(coin / 10n);
    const claims = await world.ctx.addressClaims.listOwned(ada);
    expect(claims).toMatchObject([{ mergedId: made }]);
    await assertBooks();
  });
});
