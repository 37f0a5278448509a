import { afterEach, describe, expect, it } from '@jest/globals';
import { setEmailFor } from '../../../src/identity/accounts/email-change.service';
import { resetSecondFactor } from '../../../src/identity/accounts/second-factor/second-factor.service';
import { approveWithdrawal } from '../../../src/money/withdrawals/withdrawal.service';
import { eventually } from '../../support/eventually';
import { withWithdrawals } from '../withdrawals/withdrawal-world';
import { type PayingWorld, startPayingWorld } from './paying-world';

let world: PayingWorld;
afterEach(() => world.close());

type Change = (world: PayingWorld, accountId: string) => Promise<unknown>;

/** An account whose owner logs in by a second factor. */
async function addPerson(): Promise<string> {
  const id = await world.addPublisher(2);
  const secondFactor = { secret: 'sealed', confirmedAt: world.ctx.now(), recoveryHashes: [] };
  await world.db
    .collection<{ _id: string }>('accounts')
    .updateOne({ _id: id }, { $set: { email: 'a@example.org', secondFactor } });
  await world.earn(id, 5n);
  return id;
}

const changes: readonly (readonly [what: string, change: Change])[] = [
  [
    'email is changed',
    ({ ctx }, id) => setEmailFor(ctx, { accountId: id, email: 'b@example.org' }),
  ],
  ['second factor was reset', ({ ctx }, id) => resetSecondFactor(ctx, id)],
];

describe('an account that is not paid any more while its payment is signed', () => {
  it.each<readonly [string, string, Change]>([
    ['email', 'the email was changed: payments go on from', changes[0]![1]],
    ['second factor', 'the second factor was reset: payments go on from', changes[1]![1]],
    [
      'claim, whose block was replaced',
      'the ledger has replaced the block that showed whose address one of this account is',
      ({ ctx, db }, accountId) =>
        db.collection('addressClaims').insertOne({ accountId, replacedAt: ctx.now() }),
    ],
  ])('for its %s', async (_, reason, change) => {
    world = await startPayingWorld();
    const { ctx, settle, payments } = world;
    const id = await addPerson();
    const ledger = ctx.ledger!;
    const prepareTransfer: typeof ledger.prepareTransfer = async (...order) => {
      await change(world, id);
      return ledger.prepareTransfer(...order);
    };
    const late = { ...ctx, ledger: { ...ledger, prepareTransfer } };
    await expect(settle(late)).rejects.toThrow(`account ${id} waits meanwhile: ${reason}`);
    await settle();
    expect(await payments()).toEqual([]);
  });
});

describe('a withdrawal', () => {
  it('is not made where a deposit of the account is taken back while it is signed', async () => {
    world = await startPayingWorld();
    const { ctx, settle, payments } = world;
    const own = withWithdrawals(world);
    const accountId = await own.addSaver(2, 5n);
    await approveWithdrawal(ctx, (await own.request(accountId, 5n)).id);
    const deposits = world.db.collection<{ _id: string }>('deposits');
    const ledger = ctx.ledger!;
    const prepareTransfer: typeof ledger.prepareTransfer = async (...order) => {
      const taken = { accountId, reversedAt: ctx.now(), successorId: null, endedAt: null };
      await deposits.insertOne({ _id: 'd'.repeat(32), ...taken });
      return ledger.prepareTransfer(...order);
    };
    const late = { ...ctx, ledger: { ...ledger, prepareTransfer } };
    await expect(settle(late)).rejects.toThrow(`a deposit of account ${accountId} was taken back`);
    await settle();
    expect(await payments()).toEqual([]);
    await deposits.deleteOne({ _id: 'd'.repeat(32) });
    await settle();
    expect(await payments()).toMatchObject([{ accountId, kind: 'withdrawal' }]);
  });
});

describe('an operator who is answered while a payment is stored', () => {
  it.each(changes)('that the %s: nothing is prepared after that', async (_, change) => {
    world = await startPayingWorld();
    const { ctx, settle, earn, payments } = world;
    const id = await addPerson();
    let whenAnswered: ReturnType<typeof payments> = Promise.resolve([]);
    const insert: typeof ctx.payments.insert = async (...given) => {
      whenAnswered = change(world, id).then(payments);
      await eventually(async () => {
        const { emailChangedAt, secondFactorResetAt } = (await ctx.accounts.findById(id))!;
        expect(emailChangedAt ?? secondFactorResetAt).not.toBeNull();
      });
      await ctx.payments.insert(...given);
    };
    await settle({ ...ctx, payments: { ...ctx.payments, insert } });
    expect(await whenAnswered).toMatchObject([{ accountId: id }]);
    await earn(id, 5n);
    await settle();
    expect(await payments()).toHaveLength(1);
  });
});
