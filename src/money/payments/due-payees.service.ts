import type { Amount } from '../../amount';
import { hourOf } from '../amounts/hour';
import type { UnpaidEarnings } from '../books/earnings.store';
import { payableUntil } from './final-hours.service';
import { networkFeeOf } from './network-fee';
import type { Payee } from './payee.store';
import type { PaymentContext } from './payment.context';
import { addressOf, reasonToHold, reasonToWait, type Unpaid, unpaid } from './payout-rules';

/** Earnings, or funds that are withdrawn, which are to be paid. */
export interface DuePayee {
  readonly accountId: string;
  readonly address: string;
  /** Unit: 10^-11 coins; what the account has earned by final hours and not been paid, or what is withdrawn. */
  readonly amount: Amount;
  /** Since when there have been earnings, about, or the withdrawal is approved. */
  readonly waitingSince: Date;
  /** null: earnings. */
  readonly withdrawalId: string | null;
}

/** Earnings, paid or not. */
export interface EarningPayee {
  readonly accountId: string;
  readonly amount: Amount;
  /** The part of them that a payment may take; not above 0: none. */
  readonly payable: Amount;
  /** How many hours the books keep that are final. */
  readonly oldHours: number;
  readonly address: string | null;
  readonly unpaidSince: Date | null;
  /** Why they are not paid; null: they are due. */
  readonly unpaid: Unpaid | null;
  readonly isHeld: boolean;
}

/** As many as one transaction pays: what comes behind them is read when it is wanted. */
const pageSize = 500;

/** With so many hours that are final and kept still they are forgotten. */
const mostOldHours = 48;

/** Everybody whose earnings are due, in the order of ids. @param sender the account that pays */
export async function* eachDuePayee(
  ctx: PaymentContext,
  sender: string,
  { isWaitingLeftOut = false }: { readonly isWaitingLeftOut?: boolean } = {},
): AsyncGenerator<DuePayee, void> {
  const { problem, ...settlement } = await ctx.settlements.find();
  const until = payableUntil(ctx, settlement);
  for (let afterId: string | null = null; ; ) {
    const page: readonly UnpaidEarnings[] = await ctx.books.listEarnings(
      { afterId, limit: pageSize },
      until,
    );
    const payees = await ctx.payees.listByIds(page.map(({ accountId }) => accountId));
    const others = page.filter(
      ({ accountId }) => !isWaitingLeftOut || payees.get(accountId)!.unpaidSince === null,
    );
    const judged = await judgeEarnings(ctx, { sender, earnings: others, payees });
    const now = ctx.now();
    const unnoted = judged.filter(
      ({ unpaidSince, unpaid: reason }) =>
        unpaidSince === null && (reason !== null || problem !== null),
    );
    await ctx.payees.noteUnpaid(
      unnoted.map(({ accountId }) => accountId),
      now,
    );
    await forgetOldHours(ctx, page);
    yield* dueOf(judged, now);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterId = last.accountId;
  }
}

/** Those of them who are noted to wait, the longest first. */
export async function* eachWaitingPayee(
  ctx: PaymentContext,
  sender: string,
): AsyncGenerator<DuePayee, void> {
  const until = payableUntil(ctx, await ctx.settlements.find());
  for (let after: Payee | null = null; ; ) {
    const page: readonly Payee[] = await ctx.payees.listWaiting(after, pageSize);
    const ids = page.map(({ accountId }) => accountId);
    const earnings = await ctx.books.listEarningsOf(ids, until);
    const payees = new Map(page.map((payee) => [payee.accountId, payee]));
    const judged = new Map(
      (await judgeEarnings(ctx, { sender, earnings, payees })).map((one) => [one.accountId, one]),
    );
    const inOrder = ids.flatMap((id) => judged.get(id) ?? []);
    yield* dueOf(inOrder, ctx.now());
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

const dueOf = (payees: readonly EarningPayee[], now: Date): readonly DuePayee[] =>
  payees.flatMap(({ accountId, address, payable: amount, unpaidSince, unpaid: reason }) =>
    reason === null && address !== null
      ? [{ accountId, address, amount, waitingSince: unpaidSince ?? now, withdrawalId: null }]
      : [],
  );

async function forgetOldHours(ctx: PaymentContext, page: readonly UnpaidEarnings[]): Promise<void> {
  const ids = page.flatMap(({ accountId, oldHours }) =>
    oldHours > mostOldHours ? [accountId] : [],
  );
  if (ids.length === 0) return;
  const { finalUntil } = await ctx.settlements.find();
  await ctx.books.forgetHours(ids, finalUntil ?? hourOf(ctx.now()));
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
  const until = payableUntil(ctx, await ctx.settlements.find());
  const earnings = await ctx.books.listEarnings({ afterId, limit }, until);
  const payees = await ctx.payees.listByIds(earnings.map(({ accountId }) => accountId));
  return judgeEarnings(ctx, { sender, earnings, payees });
}

/** Why earnings wait that some accounts have. @param of.payees with all of these accounts */
export async function judgeEarnings(
  ctx: PaymentContext,
  {
    sender,
    earnings,
    payees,
  }: {
    readonly sender: string;
    readonly earnings: readonly UnpaidEarnings[];
    readonly payees: ReadonlyMap<string, Payee>;
  },
): Promise<readonly EarningPayee[]> {
  if (earnings.length === 0) return [];
  const ids = earnings.map(({ accountId }) => accountId);
  const accounts = await ctx.accounts.listPayable(ids);
  return earnings.map(({ accountId, balance, payable, oldHours }) => {
    const account = accounts.get(accountId);
    const payee = payees.get(accountId)!;
    const held = account
      ? reasonToHold(account, { payee, ownAddress: sender, now: ctx.now() })
      : unpaid('no_address', 'there is no such account');
    const address = account ? addressOf(account) : null;
    return {
      accountId,
      amount: balance,
      payable,
      oldHours,
      address,
      unpaidSince: payee.unpaidSince,
      unpaid: held ?? waitOf(ctx, { sender, address: address!, balance, payable, payee }),
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
    readonly payable: Amount;
    readonly payee: Payee;
  },
): Unpaid | null {
  const { sender, address, balance, payable, payee } = payment;
  const reasonOf = (amount: Amount) =>
    reasonToWait(amount, {
      minPayout: ctx.config.payouts.least,
      fee: networkFeeOf(sender, [{ address, amount }]),
      unpaidSince: payee.unpaidSince,
      now: ctx.now(),
    });
  const reason = reasonOf(payable);
  const isEarly = reason !== null && payable < balance && reasonOf(balance) === null;
  return isEarly ? notFinal : reason;
}

const notFinal = unpaid(
  'hour_not_final',
  'it is of hours that are not final: they are so 10 minutes after their end, once their events have a verdict',
);
