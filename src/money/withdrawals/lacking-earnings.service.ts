import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { fundsOf } from '../books/book';
import { heldKeyOf } from '../books/held-earnings';
import type { PayableTerms, UnpaidEarnings } from '../books/earnings.store';
import { payableTermsOf } from '../payments/due/final-hours.service';
import type { PaymentContext } from '../payments/payment.context';

type LackContext = Pick<PaymentContext, 'books' | 'config' | 'now' | 'payments' | 'settlements'>;

/**
 * Finds the coins that the earnings of accounts lack, 10^-11: so much was moved to their funds from hours that are not paid yet, or that the
 * operator reviews, or was taken back since. Nobody withdraws earlier than earnings are paid.
 *
 * @param session default: none
 * @returns by account; accounts that lack nothing are left out
 */
export async function findLackingEarnings(
  ctx: LackContext,
  accountIds: readonly string[],
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, Amount>> {
  if (accountIds.length === 0) return new Map();
  const terms = payableTermsOf(ctx, await ctx.settlements.get());
  const lacking = new Map<string, Amount>();
  for (const earnings of await ctx.books.listEarningsOf(accountIds, terms, session)) {
    const payable = await leftOf(ctx, { earnings, terms }, session);
    if (payable < 0n) lacking.set(earnings.accountId, -payable);
  }
  return lacking;
}

/** Paid hours lack nothing, though `ADGATE_EARNINGS_DELAY` was raised since, but for what they have earned since their payment. */
async function leftOf(
  { books, now, payments }: LackContext,
  { earnings, terms }: { readonly earnings: UnpaidEarnings; readonly terms: PayableTerms },
  session: DatabaseSession | undefined,
): Promise<Amount> {
  const { accountId, payable, held } = earnings;
  if (payable >= 0n || terms.until === null) return payable;
  const paid = await payments.findBefore(accountId, now());
  const until = paid?.earnedUntil ?? null;
  if (!paid || until === null || until <= terms.until) return payable;
  const [behind] = await books.listEarningsOf([accountId], { ...terms, until }, session);
  const without = held.map(({ siteId, hour }) => heldKeyOf(siteId, hour));
  const { preparedAt, earnedUntil, heldHours } = paid;
  const ofPaid = { accountId, preparedAt, earnedUntil, heldHours };
  const left = await books.sumLeft({ ...ofPaid, from: terms.until, without }, session);
  return behind ? behind.payable - left : payable;
}

/**
 * Finds the accounts whose funds are less than their earnings lack: what is withdrawn of these may be such earnings.
 *
 * @param session default: none
 */
export async function findUncovered(
  ctx: LackContext,
  accountIds: readonly string[],
  session?: DatabaseSession,
): Promise<ReadonlySet<string>> {
  const lacking = await findLackingEarnings(ctx, accountIds, session);
  const balances = await ctx.books.balancesOf([...lacking.keys()].map(fundsOf), session);
  const isUncovered = ([id, amount]: readonly [string, Amount]) =>
    (balances.get(fundsOf(id)) ?? 0n) < amount;
  return new Set([...lacking].filter(isUncovered).map(([id]) => id));
}
