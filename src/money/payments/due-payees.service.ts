import type { Amount } from '../../amount';
import { networkFeeOf } from './network-fee';
import type { Payee } from './payee.store';
import type { PaymentContext } from './payment.context';
import { addressOf, reasonToHold, reasonToWait, type Unpaid, unpaid } from './payout-rules';

/** Earnings, or funds that are withdrawn, which are to be paid. */
export interface DuePayee {
  readonly accountId: string;
  readonly address: string;
  /** Unit: 10^-11 coins; all that the account has earned and not been paid, or what is withdrawn. */
  readonly amount: Amount;
  readonly unpaidSince: Date | null;
  /** null: earnings. */
  readonly withdrawalId: string | null;
}

/** Earnings, paid or not. */
export interface EarningPayee {
  readonly accountId: string;
  readonly amount: Amount;
  readonly address: string | null;
  readonly unpaidSince: Date | null;
  /** Why they are not paid; null: they are due. */
  readonly unpaid: Unpaid | null;
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
    for (const { accountId, address, amount, unpaidSince, unpaid: reason } of page)
      if (reason === null && address !== null)
        yield { accountId, address, amount, unpaidSince: unpaidSince ?? now, withdrawalId: null };
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
  return judgeEarnings(ctx, sender, await ctx.books.listEarnings({ afterId, limit }));
}

/** Why earnings wait that some accounts have. */
export async function judgeEarnings(
  ctx: PaymentContext,
  sender: string,
  earnings: readonly { readonly accountId: string; readonly balance: Amount }[],
): Promise<readonly EarningPayee[]> {
  const ids = earnings.map(({ accountId }) => accountId);
  const accounts = new Map((await ctx.accounts.listByIds(ids)).map((one) => [one.id, one]));
  const payees = await ctx.payees.listByIds(ids);
  return earnings.map(({ accountId, balance }) => {
    const account = accounts.get(accountId);
    // One for every id.
    const payee = payees.get(accountId)!;
    const held = account
      ? reasonToHold(account, { payee, ownAddress: sender, now: ctx.now() })
      : unpaid('no_address', 'there is no such account');
    const address = account ? addressOf(account) : null;
    return {
      accountId,
      amount: balance,
      address,
      unpaidSince: payee.unpaidSince,
      unpaid: held ?? waitOf(ctx, { sender, address: address!, balance, payee }),
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
): Unpaid | null {
  const { sender, address, balance, payee } = payment;
  return reasonToWait(balance, {
    minPayout: ctx.config.payouts.least,
    fee: networkFeeOf(sender, [{ address, amount: balance }]),
    unpaidSince: payee.unpaidSince,
    now: ctx.now(),
  });
}
