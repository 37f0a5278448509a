import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { setCreditLimit } from '../../../src/identity/accounts/account-management.service';
import { fundsOf } from '../../../src/money/books/book';
import { checkBooks } from '../../../src/money/books/check-books.service';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { assignDeposit } from '../../../src/money/deposits/deposit.service';
import { depositCodeOf } from '../../../src/money/deposits/deposit-code';
import { endDeposit } from '../../../src/money/deposits/end-deposit.service';
import { reportSettlement } from '../../../src/money/payments/settlement.service';
import { judgeWithdrawals } from '../../../src/money/payments/due/due-withdrawals.service';
import { requestWithdrawal } from '../../../src/money/withdrawals/request-withdrawal.service';
import type { Withdrawal } from '../../../src/money/withdrawals/withdrawal';
import {
  approveWithdrawal,
  cancelWithdrawal,
} from '../../../src/money/withdrawals/withdrawal.service';
import { suspendUnfundedCampaigns } from '../../../src/money/budgets/suspend-unfunded-campaigns.job';
import { bookDeposit, bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import { setRate } from '../../../src/money/rates/rate.service';
import { wholeTurn } from '../../../src/platform/jobs/job';
import type { ClosedTransaction } from '../../../src/platform/ledger/closed-transaction';
import type { LedgerClient } from '../../../src/platform/ledger/ledger-client';
import { LedgerFailure } from '../../../src/platform/ledger/ledger-failure';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { addressOfUser } from '../payments/ledger-world';
import { coin, dyingContext, type PayingWorld, startPayingWorld } from '../payments/paying-world';

let world: PayingWorld;
let alice: string;
beforeEach(async () => {
  world = await startPayingWorld();
  alice = await world.addPublisher(2);
  const message = depositCodeOf(world.ctx.depositCodeKeys, alice).padStart(64, '0');
  await world.ledger.callAs(5, 'send_one', { address: addressOfUser(1), amount: '3', message });
  world.ledger.closeBlock();
  await read();
  expect(await funds()).toBe(3n * coin);
});
afterEach(() => world.close());

const { signal } = new AbortController();
const read = (changes: Partial<LedgerClient> = {}, ctx = world.ctx) =>
  bookNewDeposits({ ...ctx, ledger: { ...ctx.ledger!, ...changes } }, signal);
const funds = async () => (await world.ctx.books.balancesOf([fundsOf(alice)])).get(fundsOf(alice))!;
/** Its block has closed, and has it no more. */
const lost: Partial<LedgerClient> = { lookUp: () => Promise.resolve({ state: 'open' }) };
/** The same, where its number is nobody's. */
const refused: Partial<LedgerClient> = {
  lookUp: () => Promise.resolve({ state: 'refused', reason: 'ledger error 44' }),
};
/** The transaction is in another block, under another id. */
function repack(transactionId: string) {
  const ledger = world.ctx.ledger!;
  const other = transactionId.replace(/.{4}$/, '00FF');
  const repacked: Partial<LedgerClient> = {
    async *readLog(from) {
      for await (const page of ledger.readLog(from)) {
        const received = page.received.map((entry) => ({ ...entry, transactionId: other }));
        yield { ...page, received };
      }
    },
    lookUp: (asked) =>
      asked === other ? ledger.lookUp(transactionId) : refused.lookUp!(transactionId),
  };
  return { other, repacked };
}
/** Another transfer has got the id of the transaction, in the block that replaced the transaction's block. */
function takenOver(
  transactionId: string,
  { messageId, ...line }: Partial<Pick<ClosedTransaction, 'sender' | 'message' | 'messageId'>>,
): Partial<LedgerClient> {
  const ledger = world.ctx.ledger!;
  return {
    async *readLog(from) {
      for await (const page of ledger.readLog(from)) {
        const received = page.received.map((entry) => ({ ...entry, ...line }));
        yield { ...page, received };
      }
    },
    async lookUp(asked) {
      const word = await ledger.lookUp(asked);
      if (asked !== transactionId || word.state !== 'closed') return word;
      const changes = { ...line, ...(messageId !== undefined && { messageId }) };
      return { ...word, transaction: { ...word.transaction, ...changes } };
    },
  };
}
const find = async () => {
  const filter = { accountId: null, isUnassigned: false };
  const found = await world.ctx.deposits.listAll(filter, { first: 10 });
  expect(found).toHaveLength(1);
  return found[0]!;
};
async function problemsOf(
  changes: Partial<LedgerClient> = {},
): Promise<readonly (string | null)[]> {
  const ctx = { ...world.ctx, ledger: { ...world.ctx.ledger!, ...changes } };
  const checks = (await checkBooks(ctx)).filter(({ name }) => name !== 'charges');
  return checks.map(({ problem }) => problem).filter((one) => one !== null);
}

/** Tells why an approved withdrawal of the account would wait; null: it would be paid. */
async function heldBy(): Promise<string | null> {
  const withdrawal: Withdrawal = {
    ...{ id: 'w', accountId: alice, reference: 'w', amount: coin, step: 'approved' },
    address: `ads:${addressOfUser(2)}`,
    ...{ requestedAt: world.ctx.now(), tokenHash: null, expiresAt: world.ctx.now() },
    ...{ approvedAt: world.ctx.now(), endedAt: null, reason: null },
  };
  const [judged] = await judgeWithdrawals(world.ctx, addressOfUser(1), [withdrawal]);
  return judged?.held?.code ?? null;
}

describe('a deposit whose block was replaced', () => {
  it('is taken back, and booked once when a block has it again, however often', async () => {
    await bookWithdrawal(world.ctx, { accountId: alice, amount: 2n * coin });
    for (const _time of [1, 2]) {
      world.ledger.passTime(60);
      expect(await problemsOf()).toEqual([]);
      expect(await problemsOf(lost)).toEqual([]);
      expect(await problemsOf(refused)).toEqual([]);
      await read(lost);
      expect(await funds()).toBe(-2n * coin);
      const { id, reversedAt } = await find();
      expect(reversedAt).toEqual(world.ctx.now());
      expect((await reportSettlement(world.ctx)).problems).toMatchObject([
        {
          kind: 'deposits_replaced',
          text: expect.stringMatching(
            new RegExp(`: 1, of 3 coins, the first by .* from the funds of ${alice}$`),
          ),
        },
      ]);
      expect(await heldBy()).toBe('deposit_replaced');
      await expect(assignDeposit(world.ctx, { id, accountId: alice })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      expect(await problemsOf(lost)).toEqual([]);
      world.ledger.passTime(60);
      await read(lost);
      expect(await funds()).toBe(-2n * coin);
      await read();
      await read();
      expect(await funds()).toBe(coin);
      expect((await find()).reversedAt).toBeNull();
      expect(await heldBy()).toBeNull();
      world.ledger.passTime(60);
      await read();
      expect((await reportSettlement(world.ctx)).problems).toEqual([]);
      expect(await problemsOf()).toEqual([]);
    }
  });

  it('is taken back where it was replaced while nobody looked for hours', async () => {
    world.ledger.passTime(3 * 3_600);
    await read(lost);
    expect(await funds()).toBe(0n);
    expect((await find()).reversedAt).toEqual(world.ctx.now());
    world.ledger.passTime(60);
    await read();
    await read();
    expect(await funds()).toBe(3n * coin);
  });

  it('is booked once when its transaction comes again under another id, and holds nobody then', async () => {
    const { id, transactionId } = await find();
    world.ledger.passTime(60);
    await read(refused);
    expect([await funds(), await heldBy()]).toEqual([0n, 'deposit_replaced']);
    const { other, repacked } = repack(transactionId);
    world.ledger.passTime(60);
    await read(repacked);
    await read(repacked);
    expect([await funds(), await heldBy()]).toEqual([3n * coin, null]);
    world.ledger.passTime(60);
    await read(repacked);
    expect((await reportSettlement(world.ctx)).problems).toEqual([]);
    const former = await world.ctx.deposits.findById(id);
    const successor = await world.ctx.deposits.findById(former!.successorId!);
    expect(successor).toMatchObject({ transactionId: other, accountId: alice, reversedAt: null });
  });

  it('is booked once, and holds nobody, where its other id is seen before it is looked at again', async () => {
    const { id, transactionId } = await find();
    const { other, repacked } = repack(transactionId);
    world.ledger.passTime(1);
    await read(repacked);
    expect([await funds(), await heldBy()]).toEqual([3n * coin, null]);
    expect(await world.ctx.deposits.findById(id)).toMatchObject({ reversedAt: expect.any(Date) });
    world.ledger.passTime(60);
    await read(repacked);
    expect((await reportSettlement(world.ctx)).problems).toEqual([]);
    expect([await funds(), await problemsOf(repacked)]).toEqual([3n * coin, []]);
    const former = await world.ctx.deposits.findById(id);
    const successor = await world.ctx.deposits.findById(former!.successorId!);
    expect(successor).toMatchObject({ transactionId: other, reversedAt: null });
  });

  it('is not taken for another transfer that gets the id of its transaction', async () => {
    const bob = await world.addPublisher(3);
    const message = depositCodeOf(world.ctx.depositCodeKeys, bob).padStart(64, '0');
    const others = takenOver((await find()).transactionId, { sender: addressOfUser(6), message });
    const fundsOfBoth = async () => {
      const books = [fundsOf(alice), fundsOf(bob)];
      const balances = await world.ctx.books.balancesOf(books);
      return books.map((book) => balances.get(book));
    };
    for (const _time of [1, 2]) {
      for (const _look of [1, 2]) {
        world.ledger.passTime(300);
        await read(others);
      }
      expect(await fundsOfBoth()).toEqual([0n, 3n * coin]);
      expect(await problemsOf(others)).toEqual([]);
      for (const _look of [1, 2]) {
        world.ledger.passTime(300);
        await read();
      }
      expect(await fundsOfBoth()).toEqual([3n * coin, 0n]);
      expect(await problemsOf()).toEqual([]);
    }
  });

  it('and the next of its sender, which gets its id, are both booked', async () => {
    const { transactionId, messageId } = await find();
    const next = takenOver(transactionId, { messageId: messageId! + 1 });
    for (const _look of [1, 2]) {
      world.ledger.passTime(60);
      await read(next);
    }
    expect(await funds()).toBe(3n * coin);
    expect(await find()).toMatchObject({ transactionId, messageId: messageId! + 1 });
    const { other, repacked } = repack(transactionId);
    const both: Partial<LedgerClient> = {
      async *readLog(from) {
        yield* next.readLog!(from);
        yield* repacked.readLog!(from);
      },
      lookUp: (asked) => (asked === other ? repacked.lookUp!(asked) : next.lookUp!(asked)),
    };
    world.ledger.passTime(60);
    await read(both);
    expect(await funds()).toBe(6n * coin);
    expect(await problemsOf(both)).toEqual([]);
  });

  it('pays for no withdrawal where another transfer has its number, whomever that names', async () => {
    const { ctx } = world;
    const { transactionId } = await find();
    const account = (await ctx.accounts.findById(alice))!;
    const { id } = await requestWithdrawal(ctx, { account, amount: 3n * coin, reference: null });
    await approveWithdrawal(ctx, id);
    const bob = await world.addPublisher(3);
    const message = depositCodeOf(ctx.depositCodeKeys, bob).padStart(64, '0');
    const { other, repacked } = repack(transactionId);
    const inItsPlace: Partial<LedgerClient> = {
      async *readLog(from) {
        for await (const page of repacked.readLog!(from))
          yield { ...page, received: page.received.map((entry) => ({ ...entry, message })) };
      },
      async lookUp(asked) {
        const word = await repacked.lookUp!(asked);
        if (asked !== other || word.state !== 'closed') return word;
        return { ...word, transaction: { ...word.transaction, message } };
      },
    };
    for (const _look of [1, 2]) {
      world.ledger.passTime(60);
      await read(inItsPlace);
    }
    const balances = await ctx.books.balancesOf([fundsOf(alice), fundsOf(bob)]);
    expect([...balances.values()]).toEqual([-3n * coin, 3n * coin]);
    await world.settle();
    expect(await world.payments()).toEqual([]);
    expect(await heldBy()).toBe('deposit_replaced');
    await cancelWithdrawal(ctx, { accountId: alice, id });
    expect([await funds(), await problemsOf(inItsPlace)]).toEqual([0n, []]);
    expect(await heldBy()).toBeNull();
  });

  it('is waited for no more once the ledger has another transaction by its number', async () => {
    const { id, transactionId } = await find();
    const honest = world.ctx.ledger!;
    const word = await honest.lookUp(transactionId);
    if (word.state !== 'closed') throw new Error('the deposit is in no closed block');
    const other = transactionId.replace(/.{4}$/, '00FF');
    const wires = [{ address: addressOfUser(7), amount: coin }];
    const end = (changes: Partial<ClosedTransaction> = {}, by = other, of = id) => {
      const transaction = { ...word.transaction, wires, ...changes };
      const lookUp = (asked: string): ReturnType<LedgerClient['lookUp']> =>
        asked === other
          ? Promise.resolve({ state: 'closed', transaction })
          : refused.lookUp!(asked);
      const ctx = { ...world.ctx, ledger: { ...honest, lookUp } };
      return endDeposit(ctx, { id: of, other: by });
    };
    const refusal = (code: string, message: RegExp) =>
      expect.objectContaining({ code, message: expect.stringMatching(message) });
    await expect(end()).rejects.toEqual(refusal('CONFLICT', /was not taken back/));
    world.ledger.passTime(60);
    await read(refused);
    const { messageId } = word.transaction;
    for (const [changes, message] of [
      [{ messageId: messageId + 1 }, /is number \d+ of 0001-/],
      [{ sender: addressOfUser(6) }, /is number \d+ of 0001-/],
      [{ wires: word.transaction.wires }, /pays 0001-\S+: it is booked itself/],
    ] as const)
      await expect(end(changes)).rejects.toEqual(refusal('CONFLICT', message));
    await expect(end({}, transactionId)).rejects.toEqual(refusal('CONFLICT', /no closed block/));
    await expect(end({}, 'x')).rejects.toEqual(refusal('VALIDATION_FAILED', /./));
    await expect(end({}, other, 'f'.repeat(32))).rejects.toEqual(refusal('NOT_FOUND', /./));
    await expect(endDeposit({ ...world.ctx, ledger: null }, { id, other })).rejects.toEqual(
      refusal('SERVICE_UNAVAILABLE', /ADGATE_WALLET_URL/),
    );
    expect(await heldBy()).toBe('deposit_replaced');
    expect(await end()).toMatchObject({ id, endedAt: world.ctx.now(), endedById: other });
    expect(await end()).toMatchObject({ endedById: other });
    expect([await funds(), await heldBy()]).toEqual([0n, null]);
    world.ledger.passTime(60);
    await read(refused);
    expect((await reportSettlement(world.ctx)).problems).toEqual([]);
    expect(await problemsOf(refused)).toEqual([]);
    // The ledger is asked again for a refused deposit after 5 minutes.
    world.ledger.passTime(300);
    await read();
    expect(await funds()).toBe(3n * coin);
    expect(await find()).toMatchObject({ reversedAt: null, endedAt: null, endedById: null });
    expect(await problemsOf()).toEqual([]);
  });

  it('suspends the campaigns that its owner cannot pay any more, and no others', async () => {
    const { ctx } = world;
    await setRate(ctx, { rate: usd('0.5') });
    const other = await world.addPublisher(3);
    await bookDeposit(ctx, { accountId: other, amount: coin, reference: 'of another' });
    const campaignOf = async (advertiserId: string) => {
      await setCreditLimit(ctx, { id: advertiserId, creditLimit: 0n });
      const { campaign } = await createActiveCampaign(ctx, { campaign: { advertiserId } });
      return campaign.id;
    };
    const ids = [await campaignOf(alice), await campaignOf(other)];
    const statuses = async () => {
      await suspendUnfundedCampaigns.run(ctx, signal, wholeTurn);
      return Promise.all(ids.map(async (id) => (await ctx.campaigns.findById(id))?.status));
    };
    expect(await statuses()).toEqual(['active', 'active']);
    world.ledger.passTime(60);
    await read(lost);
    expect(await funds()).toBe(0n);
    expect(await statuses()).toEqual(['suspended', 'active']);
    await read();
    expect(await funds()).toBe(3n * coin);
    await updateCampaign(ctx, { advertiserId: alice, id: ids[0]!, changes: { status: 'active' } });
    expect(await statuses()).toEqual(['active', 'active']);
  });

  it('stays while the node is behind, and has not closed its block', async () => {
    world.ledger.passTime(60);
    await read({ ...lost, isClosed: () => Promise.resolve(false) });
    expect(await funds()).toBe(3n * coin);
  });

  it('keeps no new one waiting while the node does not answer for it', async () => {
    const [first] = await world.ctx.deposits.listShownSince(world.ctx.config.ledgerAddress, {
      since: new Date(0),
      limit: 1,
    });
    const message = depositCodeOf(world.ctx.depositCodeKeys, alice).padStart(64, '0');
    await world.ledger.callAs(6, 'send_one', { address: addressOfUser(1), amount: '2', message });
    world.ledger.closeBlock();
    world.ledger.passTime(60);
    const honest = world.ctx.ledger!;
    const lookUp: LedgerClient['lookUp'] = (id) =>
      id === first?.transactionId
        ? Promise.reject(new LedgerFailure('unreachable', 'the node closed the connection', {}))
        : honest.lookUp(id);
    await read({ lookUp });
    expect(await funds()).toBe(5n * coin);
    // The next turn looks again.
    await read(lost);
    expect(await funds()).toBe(0n);
  });

  it('is looked at for 16 blocks of the public network', async () => {
    world.ledger.passTime(16 * 512);
    await read();
    world.ledger.passTime(60);
    await read(lost);
    expect(await funds()).toBe(3n * coin);
  });

  it('is taken back once by a reader that dies at any step', async () => {
    for (let step = 1; ; step += 1) {
      world.ledger.passTime(60);
      const dying = dyingContext({ ...world.ctx, ledger: { ...world.ctx.ledger!, ...lost } }, step);
      const died = await bookNewDeposits(dying.ctx, signal).then(
        () => false,
        () => true,
      );
      await read(lost);
      expect([step, [0n, 3n * coin].includes(await funds())]).toEqual([step, true]);
      world.ledger.passTime(60);
      await read(lost);
      expect([step, await funds()]).toEqual([step, 0n]);
      await read();
      expect([step, await funds()]).toEqual([step, 3n * coin]);
      if (!died) break;
    }
    expect(await problemsOf()).toEqual([]);
  });
});
