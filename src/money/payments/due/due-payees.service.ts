import type { Amount } from '../../../amount';
import { hourOf } from '../../amounts/hour';
import type { UnpaidEarnings } from '../../books/earnings.store';
import { payableUntil } from './final-hours.service';
import { networkFeeOf } from './network-fee';
import type { Payee } from './payee.store';
import type { PaymentContext } from '../payment.context';
import { addressOf, reasonToHold, reasonToWait, type Unpaid, unpaid } from './payout-rules';

/** Earnings, or funds that are withdrawn, which are to be paid. */
export interface DuePayee {
  readonly accountId: string;
  readonly address: string;
  /** Unit: 10^-11 coins; what the account has earned by final hours and not been paid, or what is withdrawn. */
  readonly amount: Amount;
  /** Since when it is due, about: the withdrawal is approved, or earnings have been enough or old enough. */
  readonly waitingSince: Date;
  /** Since when there have been earnings, about; null: a withdrawal. */
  readonly earnedFrom: Date | null;
  /** True where it is stored since when the payee waits. */
  readonly isNoted: boolean;
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
  /** Since when they have been due where not all could be paid. */
  readonly dueSince: Date | null;
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
  const { problem, ...settlement } = await ctx.settlements.get();
  const until = payableUntil(ctx, settlement);
  for (let afterId: string | null = null; ; ) {
    const page: readonly UnpaidEarnings[] = await ctx.books.listEarnings(
      { afterId, limit: pageSize },
      until,
    );
    const payees = await ctx.payees.listByIds(page.map(({ accountId }) => accountId));
    const others = page.filter(
      ({ accountId }) => !isWaitingLeftOut || payees.get(accountId)!.dueSince === null,
    );
    const judged = await judgeEarnings(ctx, { sender, earnings: others, payees });
    const now = ctx.now();
    const isScarce = problem !== null;
    await noteLook(ctx, judged, { now, isScarce });
    await forgetOldHours(ctx, page);
    yield* dueOf(judged, { now, isScarce });
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterId = last.accountId;
  }
}

/** The due payees who are noted as waiting, the longest first. */
export async function* eachWaitingPayee(
  ctx: PaymentContext,
  sender: string,
): AsyncGenerator<DuePayee, void> {
  const until = payableUntil(ctx, await ctx.settlements.get());
  for (let after: Payee | null = null; ; ) {
    const page: readonly Payee[] = await ctx.payees.listWaiting(after, pageSize);
    const ids = page.map(({ accountId }) => accountId);
    const earnings = await ctx.books.listEarningsOf(ids, until);
    const payees = new Map(page.map((payee) => [payee.accountId, payee]));
    const judged = new Map(
      (await judgeEarnings(ctx, { sender, earnings, payees })).map((one) => [one.accountId, one]),
    );
    const inOrder = ids.flatMap((id) => judged.get(id) ?? []);
    const look = { now: ctx.now(), isScarce: true };
    await noteLook(ctx, inOrder, look);
    yield* dueOf(inOrder, look);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

interface Look {
  readonly now: Date;
  /** True where there was too little money for all payees. */
  readonly isScarce: boolean;
}

/** Notes who waits since when: most of those who are due are paid at once, and need no note. */
async function noteLook(
  { payees }: PaymentContext,
  judged: readonly EarningPayee[],
  { now, isScarce }: Look,
): Promise<void> {
  const idsOf = (isOne: (payee: EarningPayee) => boolean) =>
    judged.filter(isOne).map(({ accountId }) => accountId);
  const isNew = ({ unpaidSince, unpaid: reason }: EarningPayee) =>
    unpaidSince === null && (reason !== null || isScarce);
  await payees.noteUnpaid(idsOf(isNew), now);
  const isNewlyDue = ({ dueSince, unpaid: reason }: EarningPayee) =>
    dueSince === null && reason === null && isScarce;
  await payees.noteDue(idsOf(isNewlyDue), now);
  await payees.noteNotDue(idsOf((one) => one.dueSince !== null && one.unpaid !== null));
}

const dueOf = (judged: readonly EarningPayee[], { now, isScarce }: Look): readonly DuePayee[] =>
  judged.flatMap((one) => {
    const { accountId, address, payable: amount, unpaidSince, dueSince, unpaid: reason } = one;
    if (reason !== null || address === null) return [];
    const isNoted = isScarce || unpaidSince !== null || dueSince !== null;
    const since = { waitingSince: dueSince ?? now, earnedFrom: unpaidSince ?? now };
    return [{ ...{ accountId, address, amount }, ...since, isNoted, withdrawalId: null }];
  });

async function forgetOldHours(ctx: PaymentContext, page: readonly UnpaidEarnings[]): Promise<void> {
  const ids = page.flatMap(({ accountId, oldHours }) =>
    oldHours > mostOldHours ? [accountId] : [],
  );
  if (ids.length === 0) return;
  const { finalUntil } = await ctx.settlements.get();
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
  const until = payableUntil(ctx, await ctx.settlements.get());
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
      dueSince: payee.dueSince,
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
