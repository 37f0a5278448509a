import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimAddressFor } from '../../../src/money/claims/claim.service';
import { moveEarningsToFunds } from '../../../src/money/pockets/pocket.service';
import { listEarningPayees } from '../../../src/money/payments/due/earning-payees.service';
import { judgeWithdrawals } from '../../../src/money/payments/due/due-withdrawals.service';
import { reportSettlement } from '../../../src/money/payments/settlement.service';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import type { Withdrawal } from '../../../src/money/withdrawals/withdrawal';
import { addressOfUser } from '../payments/ledger-world';
import { coin } from '../payments/paying-world';
import { type ClaimingWorld, startClaimingWorld } from './claiming-world';

let world: ClaimingWorld;
let ada: string;
let made: string;
beforeEach(async () => {
  world = await startClaimingWorld();
  ada = await world.addAccount('ada');
  ({ publisherId: made } = await world.find(5));
});
afterEach(() => world.close());

const readWith = (changes: Partial<LedgerClient>) => {
  world.ledger.passTime(60);
  return world.read({ ...world.ctx, ledger: { ...world.ctx.ledger!, ...changes } });
};
/** Its block has closed, and has it no more. */
const lost: Partial<LedgerClient> = {
  lookUp: () => Promise.resolve({ state: 'open' }),
  findClosed: () => Promise.resolve(null),
};
const problems = async () =>
  (await reportSettlement(world.ctx)).problems
    .filter(({ kind }) => kind === 'claims_replaced')
    .map(({ text }) => text);

/** Why neither earnings nor a withdrawal of the account is paid; null: both are. */
async function heldBy(): Promise<readonly (string | null)[]> {
  const all = { sender: addressOfUser(1), afterId: null, limit: 100 };
  const earning = await listEarningPayees(world.ctx, all);
  const withdrawal: Withdrawal = {
    ...{ id: 'w', accountId: ada, reference: 'w', amount: coin, step: 'approved' },
    address: `ads:${addressOfUser(6)}`,
    ...{ requestedAt: world.ctx.now(), tokenHash: null, expiresAt: world.ctx.now() },
    ...{ approvedAt: world.ctx.now(), endedAt: null, reason: null },
  };
  const withdrawals = await judgeWithdrawals(world.ctx, addressOfUser(1), [withdrawal]);
  return [
    earning.find(({ accountId }) => accountId === ada)?.unpaid?.code ?? null,
    withdrawals[0]?.held?.code ?? null,
  ];
}
const claimReplaced = ['claim_replaced', 'claim_replaced'];
const nothing = [null, null];

describe('the payments of an account', () => {
  beforeEach(async () => {
    const paidAt = { payoutAddress: `ads:${addressOfUser(6)}` };
    await world.db
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: ada }, { $set: paidAt });
    await world.earn(ada, 5n);
    await world.transfer(5, await world.claim(ada, 5), '0');
    await world.read();
    expect(await heldBy()).toEqual(nothing);
  });

  it('wait while the block that showed its address is replaced, and go on when one has it again', async () => {
    const other = await world.addPublisher(7);
    await world.earn(other, 2n);
    await readWith(lost);
    expect(await heldBy()).toEqual(claimReplaced);
    await world.settle();
    world.ledger.closeBlock();
    await world.settle();
    expect([await world.earningsOf(ada), await world.earningsOf(other)]).toEqual([5n * coin, 0n]);
    // As funds they would buy views of a friend, who is paid for them.
    const move = () => moveEarningsToFunds(world.ctx, { accountId: ada, amount: 1n });
    await expect(move()).rejects.toMatchObject({ code: 'CONFLICT' });
    await readWith({});
    await readWith({});
    expect(await heldBy()).toEqual(nothing);
    await move();
    await world.settle();
    expect(await world.earningsOf(ada)).toBe(0n);
  });

  it('go on once an operator vouches for the address', async () => {
    await readWith(lost);
    expect(await heldBy()).toEqual(claimReplaced);
    const account = (await world.ctx.accounts.findById(ada))!;
    await claimAddressFor(world.ctx, { account, address: addressOfUser(5) });
    expect(await heldBy()).toEqual(nothing);
  });

  it('do not wait where an operator vouches for the address while the ledger is asked', async () => {
    const account = (await world.ctx.accounts.findById(ada))!;
    const isClosed = async () => {
      await claimAddressFor(world.ctx, { account, address: addressOfUser(5) });
      return true;
    };
    await readWith({ ...lost, isClosed });
    expect(await heldBy()).toEqual(nothing);
    expect(await problems()).toEqual([]);
  });

  it('do not wait for a claim of somebody else', async () => {
    const other = await world.addAccount('bob');
    await world.transfer(6, await world.claim(other, 6));
    await world.read();
    await readWith({
      findClosed: async (id) => {
        const [claim] = await world.ctx.addressClaims.listOwned(other);
        return id === claim?.transactionId ? null : world.ctx.ledger!.findClosed(id);
      },
      lookUp: async (id) => {
        const [claim] = await world.ctx.addressClaims.listOwned(other);
        return id === claim?.transactionId ? { state: 'open' } : world.ctx.ledger!.lookUp(id);
      },
    });
    expect(await problems()).toHaveLength(1);
    expect(await heldBy()).toEqual(nothing);
  });
});

describe.each(['0', '0.1'])('a claim by a transfer of %s coins', (amount) => {
  const told = () => [
    `blocks that showed whose addresses are were replaced: ads:${addressOfUser(5)} of account ${ada}, into which publisher ${made} was merged`,
  ];

  beforeEach(async () => {
    await world.transfer(5, await world.claim(ada, 5), amount);
    await world.read();
    expect([await world.holderOf(5), await problems()]).toEqual([ada, []]);
  });

  it('is told of while no block has it, and stays', async () => {
    await readWith(lost);
    expect([await world.holderOf(5), await problems()]).toEqual([ada, told()]);
    await readWith(lost);
    expect(await problems()).toEqual(told());
    await readWith({});
    await readWith({});
    expect([await world.holderOf(5), await problems()]).toEqual([ada, []]);
    await readWith(lost);
    expect(await problems()).toEqual(told());
  });

  it('is told of no more once an operator vouches for it', async () => {
    await readWith(lost);
    const account = (await world.ctx.accounts.findById(ada))!;
    await claimAddressFor(world.ctx, { account, address: addressOfUser(5) });
    await readWith(lost);
    expect(await problems()).toEqual([]);
  });

  it('is told of no more once a transfer with its code comes by another id', async () => {
    const code = (await world.ctx.addressClaims.listOwned(ada))[0]!.code;
    const honest = world.ctx.ledger!;
    const first = (await world.ctx.addressClaims.listOwned(ada))[0]!.transactionId;
    const without: Partial<LedgerClient> = {
      lookUp: (id) => (id === first ? Promise.resolve({ state: 'open' }) : honest.lookUp(id)),
      findClosed: (id) => (id === first ? Promise.resolve(null) : honest.findClosed(id)),
    };
    await readWith(without);
    expect(await problems()).toEqual(told());
    await world.transfer(5, code, amount);
    await readWith(without);
    await readWith(without);
    expect(await problems()).toEqual([]);
  });

  it('is not told of while the node is behind, nor after 16 blocks of the public network', async () => {
    await readWith({ ...lost, isClosed: () => Promise.resolve(false) });
    expect(await problems()).toEqual([]);
    world.ledger.passTime(16 * 512);
    await readWith({});
    world.ledger.passTime(60);
    await readWith(lost);
    expect(await problems()).toEqual([]);
  });
});
