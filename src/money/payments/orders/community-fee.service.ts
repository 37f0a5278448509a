import { type Amount, formatAmount } from '../../../amount';
import { dayMs } from '../../../time';
import type { PaymentContext } from '../payment.context';
import { orderFeeOf } from './prepare-order.service';
import type { TransferOrder } from './transfer-order';

export const communityBook = 'fees:community';

/** The community's part of charges on other servers' sites. */
export interface CommunityFee {
  /** Unit: 10^-11 coins; what has not been paid, nor is on its way. */
  readonly amount: Amount;
  /** The account that gets it; null: none is set. */
  readonly address: string | null;
  /** Why no transfer of it is made, for operators; null: one is with the next turn, or there is nothing to pay. */
  readonly reason: string | null;
}

/** The money that the next order may be for. */
export interface FeeToOrder {
  readonly amount: Amount;
  readonly address: string;
  /** The order before; null: there was none. */
  readonly before: TransferOrder | null;
}

/**
 * Finds how the community's fee stands, as the next turn of settlement would.
 *
 * @see docs/money.md "Other servers"
 */
export async function findCommunityFee(ctx: PaymentContext): Promise<CommunityFee> {
  const { communityAddress: address } = ctx.config.payouts;
  const amount = (await ctx.books.balancesOf([communityBook])).get(communityBook) ?? 0n;
  const before = await ctx.transferOrders.findNewest(communityBook);
  return { amount, address, reason: await findReason(ctx, { amount, address, before }) };
}

async function findReason(
  ctx: PaymentContext,
  { address, ...fee }: Omit<FeeToOrder, 'address'> & { readonly address: string | null },
): Promise<string | null> {
  if (fee.amount === 0n) return null;
  if (address === null) return 'no address is set (ADGATE_COMMUNITY_FEE_ADDRESS)';
  const { pausedReason } = await ctx.settlements.get();
  if (fee.before?.state === 'waiting') return pausedReason === null ? fee.before.reason : paused;
  return whyNotOrdered(ctx, { ...fee, address }) ?? (pausedReason === null ? null : paused);
}

/** Why no transfer is ordered; null: it may be. */
export function whyNotOrdered(
  { config, now }: Pick<PaymentContext, 'config' | 'now'>,
  { amount, address, before }: FeeToOrder,
): string | null {
  const { least } = config.payouts;
  if (amount < least)
    return `it is less than the least payout, ${formatAmount(least)} coins (ADGATE_MIN_PAYOUT)`;
  const networkFee = orderFeeOf(config.ledgerAddress, { amount, recipient: address });
  if (amount <= networkFee)
    return `it is no more than the network's fee, ${formatAmount(networkFee)} coins`;
  if (before === null) return null;
  // The book still has all of an order that waits: so there is one at a time.
  if (before.state === 'waiting' || before.state === 'prepared')
    return `the transfer before is not confirmed yet${why(before)}`;
  const next = new Date(before.orderedAt.getTime() + dayMs);
  if (now() >= next) return null;
  const ofReturned =
    before.state === 'returned' ? `the last transfer came back${why(before)}; ` : '';
  return `${ofReturned}one is ordered in a day, the next one from ${next.toISOString()} on`;
}

const paused = 'an operator has paused all payments';

const why = ({ reason }: TransferOrder) => (reason === null ? '' : ` (${reason})`);
