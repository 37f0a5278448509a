import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toDashed } from '../../../src/id';
import { fundsOf } from '../../../src/money/books/book';
import { assignDeposit } from '../../../src/money/deposits/deposit.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { PeerReceiptResolver } from '../../../src/money/peer-receipts/peer-receipt.resolver';
import {
  assignReceipt,
  getStatementPart,
  listStatedLines,
  keepReceipt,
} from '../../../src/money/peer-receipts/receipt-word.service';
import { listPeerFigures } from '../../../src/peers/directory/peer.service';
import type { DatabaseSession } from '../../../src/platform/database/transaction';
import { anId } from '../../support/events';
import { failingAt } from '../../support/failing-stores';
import { address, lineOf, type ReceiptWorld, startReceiptWorld } from './receipt-world';

const coin = 10n ** 11n;
let world: ReceiptWorld;
beforeAll(async () => {
  world = await startReceiptWorld();
});
beforeEach(() => world.begin());
afterAll(() => world.close());

describe('the word on a receipt', () => {
  it('gives what nobody has explained to an account, and back to nobody as any deposit', async () => {
    const { ctx } = world;
    await world.pay('1');
    await world.run();
    const [receipt] = await world.receipts();
    const { id } = receipt!;
    await expect(assignDeposit(ctx, { id, accountId: 'a'.repeat(32) })).rejects.toThrow();
    const account = await createAccount(ctx, {
      ...{ email: 'a@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const give = { id, accountId: account.id };
    await expect(assignDeposit(ctx, give)).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const _again of [1, 2])
      expect(await assignReceipt(ctx, give)).toMatchObject({ state: 'assigned' });
    expect(await world.moved(fundsOf(account.id), 'clearing:peers')).toEqual([coin, 0n]);
    world.wait(60);
    await world.run();
    await expect(keepReceipt(ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const figures = await listPeerFigures(ctx, [address]);
    expect(figures.get(address)).toMatchObject({ received: 0n });
    expect(await world.problems()).toEqual([]);
  });

  it('gives it to an account by the account’s id in any form', async () => {
    const { ctx } = world;
    await world.pay('1');
    await world.run();
    const [receipt] = await world.receipts();
    const { id } = await createAccount(ctx, {
      ...{ email: 'b@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const resolver = new PeerReceiptResolver();
    for (const text of [toDashed(id), id.toUpperCase()])
      expect(await resolver.assignPeerReceipt(ctx, receipt?.id ?? '', text)).toMatchObject({
        state: 'assigned',
      });
    expect(await world.moved(fundsOf(id), 'clearing:peers')).toEqual([coin, 0n]);
  });

  it('keeps it for the operator, once', async () => {
    await world.pay('1');
    await world.run();
    const [receipt] = await world.receipts();
    for (const _again of [1, 2])
      expect(await keepReceipt(world.ctx, receipt!.id)).toMatchObject({ state: 'kept' });
    expect(await world.moved('peers:rest', 'clearing:peers')).toEqual([coin, 0n]);
    expect(await world.problems()).toEqual([]);
  });

  it('is logged once, however often its transaction is done again', async () => {
    const said: unknown[] = [];
    const { inTransaction } = world.ctx;
    const ctx: typeof world.ctx = Object.assign(Object.create(world.ctx), {
      log: { info: (about: unknown) => said.push(about) },
      async inTransaction<Result>(work: (session: DatabaseSession) => Promise<Result>) {
        const disturbed = inTransaction(async (session) => {
          await work(session);
          throw new Error('disturbed');
        });
        await expect(disturbed).rejects.toThrow('disturbed');
        return inTransaction(work);
      },
    });
    const { id: accountId } = await createAccount(world.ctx, {
      ...{ email: 'c@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    await world.pay('1');
    await world.pay('1');
    await world.run();
    const [one, other] = await world.receipts();
    for (const _again of [1, 2]) await keepReceipt(ctx, one!.id);
    await assignReceipt(ctx, { id: other!.id, accountId });
    expect(said).toMatchObject([
      { receipt: one!.id, state: 'kept' },
      { receipt: other!.id, state: 'assigned' },
    ]);
  });

  it('is refused of one that is booked, whose lines can be read', async () => {
    const shown = await world.showOne();
    await world.pay('1');
    world.details.lines = [lineOf(shown.caseId, 100), lineOf(anId(), 5)];
    await world.run();
    const [receipt] = await world.receipts();
    const { id } = receipt!;
    await expect(keepReceipt(world.ctx, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    const { lines } = await getStatementPart(world.ctx, { id, part: 1 });
    const { siteId, campaignId } = shown;
    expect(lines).toEqual([
      {
        ...{ caseId: shown.caseId, value: 100n, eventId: shown.id, siteId, campaignId },
        ...{ booked: 100n, supplyFee: 1n, boost: 0n, boostFee: 0n },
      },
      {
        ...{ caseId: expect.any(String), value: 5n, eventId: null, siteId: null, campaignId: null },
        ...{ booked: 5n, supplyFee: 0n, boost: 0n, boostFee: 0n },
      },
    ]);
    await expect(getStatementPart(world.ctx, { id, part: 2 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const stated = (part: number) => listStatedLines(world.ctx, receipt!, part);
    expect(await stated(1)).toMatchObject([
      { caseId: shown.caseId, value: 100n, eventId: shown.id, booked: 100n, supplyFee: 1n },
      { value: 5n, eventId: null, booked: 5n, supplyFee: 0n },
    ]);
    expect(await stated(2)).toEqual([]);
    await expect(stated(0)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('and its lines are what the books are held against', async () => {
    const shown = await world.showOne();
    await world.pay('1');
    world.details.lines = [lineOf(shown.caseId, 100)];
    await world.run();
    const [receipt] = await world.receipts();
    const outcomes = [{ eventId: shown.id, booked: 99n, supplyFee: 1n, boost: 0n, boostFee: 0n }];
    await world.ctx.inTransaction((session) =>
      world.ctx.peerReceipts.noteOutcomes(receipt!.id, { number: 0, outcomes }, session),
    );
    expect(await world.problems()).toEqual([
      `receipts: part 0 of receipt ${receipt!.id} is not booked as its lines are`,
    ]);
  });
});

const stores = ['books', 'deposits', 'peerReceipts', 'peerCredits', 'notices'] as const;

it.each(['assign', 'keep'] as const)(
  'the word %s is carried out once by a server that is killed at any write',
  async (word) => {
    const account = await createAccount(world.ctx, {
      ...{ email: `${word}@test.example`, password: 'correct horse', roles: ['advertiser'] },
    });
    // Another test has spoilt a receipt.
    const problems = await world.problems();
    let [sum, kills] = [0n, 0];
    for (const isAfter of [false, true])
      for (let nth = 1, wasKilled = true; wasKilled; nth += 1) {
        await world.pay('0.001');
        sum += 10n ** 8n;
        await world.read();
        const open = ['received', 'unexplained'];
        const { id = '' } =
          (await world.receipts()).find(({ state }) => open.includes(state)) ?? {};
        const say = (ctx: typeof world.ctx) =>
          word === 'assign'
            ? assignReceipt(ctx, { id, accountId: account.id })
            : keepReceipt(ctx, id);
        const { ctx } = failingAt(world.ctx, stores, { nth, isAfter });
        wasKilled = await say(ctx).then(
          () => false,
          () => true,
        );
        world.wait(60);
        await world.run();
        await say(world.ctx);
        world.wait(60);
        await world.run();
        const clearing = await world.moved('clearing:peers', 'clearing:deposits');
        const [given, kept] = word === 'assign' ? [sum, 0n] : [0n, sum];
        const moved = await world.moved(fundsOf(account.id), 'peers:rest');
        expect([nth, ...moved, ...clearing]).toEqual([nth, given, kept, 0n, 0n]);
        kills += wasKilled ? 1 : 0;
      }
    expect(kills).toBeGreaterThan(3);
    expect(await world.problems()).toEqual(problems);
  },
);
