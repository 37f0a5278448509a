import { fundsOf } from '../../../src/money/books/book';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { requestWithdrawal } from '../../../src/money/withdrawals/request-withdrawal.service';
import type { Withdrawal } from '../../../src/money/withdrawals/withdrawal';
import { coin, type PayingWorld } from '../payments/paying-world';

/** Acts of tests of withdrawals on a world. */
export function withWithdrawals(world: PayingWorld) {
  const { ctx } = world;
  return {
    /** An account with funds, which is paid at a user's address. */
    async addSaver(user: number, coins: bigint): Promise<string> {
      const id = await world.addPublisher(user);
      await bookDeposit(ctx, { accountId: id, amount: coins * coin });
      return id;
    },
    async request(
      accountId: string,
      coins: bigint,
      reference: string | null = null,
    ): Promise<Withdrawal> {
      const account = (await ctx.accounts.findById(accountId))!;
      return requestWithdrawal(ctx, { account, amount: coins * coin, reference });
    },
    async fundsOf(accountId: string): Promise<bigint> {
      const book = fundsOf(accountId);
      return (await ctx.books.balancesOf([book])).get(book)!;
    },
    stepOf: async (id: string) => (await ctx.withdrawals.findById(id))?.step,
    clearing: async () =>
      (await ctx.books.balancesOf(['clearing:withdrawals'] as const)).get('clearing:withdrawals')!,
  };
}
