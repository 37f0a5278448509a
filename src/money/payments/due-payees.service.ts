import type { Amount } from '../../amount';
import { earningsOf } from '../books/book';
import { networkFeeOf } from './network-fee';
import type { Payee } from './payee.store';
import type { PaymentContext } from './payment.context';
import { addressOf, reasonToHold, reasonToWait } from './payout-rules';

/** Earnings that are to be paid. */
export interface DuePayee {
  readonly accountId: string;
  readonly address: string;
  /** Unit: 10^-11 coins; all that the account has earned and not been paid. */
  readonly amount: Amount;
  readonly unpaidSince: Date | null;
}

/** Earnings, paid or not. */
export interface EarningPayee {
  readonly accountId: string;
  readonly amount: Amount;
  readonly address: string | null;
  readonly unpaidSince: Date | null;
  /** Why they are not paid; null: they are due. */
  readonly reason: string | null;
  readonly isHeld: boolean;
}

const pageSize = 500;

/** Everybody whose earnings are due, in the order of ids. @param sender the account that pays */
export async function* eachDuePayee(
  ctx: PaymentContext,
  sender: string,
): AsyncGenerator<DuePayee, void> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly EarningPayee[] = await listEarningPayees(ctx, {
      sender,
      afterId,
      limit: pageSize,
    });
    const now = ctx.now();
    const unnoted = page.filter(({ unpaidSince }) => unpaidSince === null);
    await ctx.payees.noteUnpaid(
      unnoted.map(({ accountId }) => accountId),
      now,
    );
    for (const { accountId, address, amount, unpaidSince, reason } of page)
      if (reason === null && address !== null)
        yield { accountId, address, amount, unpaidSince: unpaidSince ?? now };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterId = last.accountId;
  }
}

/** Accounts with earnings that are not paid, in the order of their ids, and why they wait. */
export async function listEarningPayees(
  ctx: PaymentContext,
  {
    sender,
    afterId,
    limit,
  }: { readonly sender: string; readonly afterId: string | null; readonly limit: number },
): Promise<readonly EarningPayee[]> {
  const earnings = await ctx.books.listEarnings({ afterId, limit });
  const ids = earnings.map(({ accountId }) => accountId);
  const accounts = new Map((await ctx.accounts.listByIds(ids)).map((one) => [one.id, one]));
  const payees = await ctx.payees.listByIds(ids);
  return earnings.map(({ accountId, balance }) => {
    const account = accounts.get(accountId);
    // One for every id.
    const payee = payees.get(accountId)!;
    const held = account
      ? reasonToHold(account, { payee, ownAddress: sender, now: ctx.now() })
      : 'there is no such account';
    const address = account ? addressOf(account) : null;
    return {
      accountId,
      amount: balance,
      address,
      unpaidSince: payee.unpaidSince,
      reason: held ?? waitOf(ctx, { sender, address: address!, balance, payee }),
      isHeld: held !== null,
    };
  });
}

function waitOf(
  ctx: PaymentContext,
  payment: {
    readonly sender: string;
    readonly address: string;
    readonly balance: Amount;
    readonly payee: Payee;
  },
): string | null {
  const { sender, address, balance, payee } = payment;
  return reasonToWait(balance, {
    minPayout: ctx.config.payouts.least,
    fee: networkFeeOf(sender, [{ address, amount: balance }]),
    unpaidSince: payee.unpaidSince,
    now: ctx.now(),
  });
}

/** The book that a payee is paid from. */
export const bookOf = ({ accountId }: Pick<DuePayee, 'accountId'>) => earningsOf(accountId);
