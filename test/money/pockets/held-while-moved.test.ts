import { afterEach, expect, it } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { holdPayments } from '../../../src/money/payments/payment.service';
import { moveEarningsToFunds } from '../../../src/money/pockets/pocket.service';
import { coin, type PayingWorld, startPayingWorld } from '../payments/paying-world';

let world: PayingWorld;
afterEach(() => world.close());

/** An answer that nothing keeps waiting has come by then. */
const manyReads = 30;

it('an operator who holds earnings while they are moved to funds is answered once they are there', async () => {
  world = await startPayingWorld();
  const { ctx, addPublisher, earn } = world;
  const accountId = await addPublisher(2);
  await earn(accountId, 5n);
  const funds = () => ctx.books.balanceOf(fundsOf(accountId));
  const answers: Promise<bigint>[] = [];
  const post: typeof ctx.books.post = async (...given) => {
    answers.push(holdPayments(ctx, { accountId, reason: 'papers' }).then(funds));
    for (let read = 0; read < manyReads; read += 1) await funds();
    return ctx.books.post(...given);
  };
  const move = (own = ctx) =>
    moveEarningsToFunds(own, { accountId, amount: 2n * coin, reference: null });
  await move({ ...ctx, books: { ...ctx.books, post } });
  expect(await Promise.all(answers)).toEqual([2n * coin]);
  await expect(move()).rejects.toMatchObject({ code: 'CONFLICT' });
});
