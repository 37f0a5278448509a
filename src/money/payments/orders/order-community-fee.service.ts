import { hash } from 'node:crypto';
import { type Amount, formatAmount } from '../../../amount';
import { idOfBytes } from '../../../id';
import { dayMs } from '../../../time';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { orderTransfer } from './order-transfer.service';
import { orderFeeOf } from './prepare-order.service';
import type { TransferOrder } from './transfer-order';

/** Says of a transfer what it is for. */
const communityMessage = Buffer.from('Community fee').toString('hex').padEnd(64, '0');
const book = 'fees:community';

/**
 * Orders what the community has of charges on other servers' sites: once a day at most, from the least payout on and above
 * the network's fee. What was returned is ordered again a day later.
 *
 * @see docs/money.md "Other servers"
 */
export async function orderCommunityFee(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  const { communityAddress: address } = ctx.config.payouts;
  if (address === null) return;
  const amount = (await ctx.books.balancesOf([book])).get(book) ?? 0n;
  if (!isWorthPaying(ctx, { amount, recipient: address })) return;
  const before = await ctx.transferOrders.findNewest(book);
  if (before && !mayFollow(before, ctx.now())) return;
  const id = idOfBytes(
    hash('sha256', `community fee after ${before?.id ?? ''}`, 'buffer').subarray(0, 16),
  );
  const transfer = { address, amount, message: communityMessage };
  await turn.write({}, (session) => orderTransfer(ctx, { ...transfer, id, book }, session));
  ctx.log.info(
    { recipient: address, amount: formatAmount(amount) },
    'the community’s fee was ordered',
  );
}

function isWorthPaying(
  { config }: SettlingContext,
  order: { readonly amount: Amount; readonly recipient: string },
): boolean {
  if (order.amount === 0n || order.amount < config.payouts.least) return false;
  return order.amount > orderFeeOf(config.ledgerAddress, order);
}

/** The book still has all of an order that waits: so there is one at a time. */
function mayFollow({ state, orderedAt }: TransferOrder, now: Date): boolean {
  const isOpen = state === 'waiting' || state === 'prepared';
  return !isOpen && now.getTime() - orderedAt.getTime() >= dayMs;
}
