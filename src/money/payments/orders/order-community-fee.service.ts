import { hash } from 'node:crypto';
import { formatAmount } from '../../../amount';
import { idOfBytes } from '../../../id';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { communityBook, whyNotOrdered } from './community-fee.service';
import { orderTransfer } from './order-transfer.service';

/** Says of a transfer what it is for. */
const communityMessage = Buffer.from('Community fee').toString('hex').padEnd(64, '0');

/**
 * Orders what the community has of charges on other servers' sites: once a day at most, from the least payout on and above
 * the network's fee. What was returned is ordered again a day later.
 *
 * @see docs/money.md "Other servers"
 */
export async function orderCommunityFee(ctx: SettlingContext, turn: SettlementTurn): Promise<void> {
  const { communityAddress: address } = ctx.config.payouts;
  if (address === null) return;
  const amount = (await ctx.books.balancesOf([communityBook])).get(communityBook) ?? 0n;
  if (amount === 0n) return;
  const before = await ctx.transferOrders.findNewest(communityBook);
  if (whyNotOrdered(ctx, { amount, address, before }) !== null) return;
  const id = idOfBytes(
    hash('sha256', `community fee after ${before?.id ?? ''}`, 'buffer').subarray(0, 16),
  );
  const transfer = { address, amount, message: communityMessage };
  await turn.write({}, (session) =>
    orderTransfer(ctx, { ...transfer, id, book: communityBook }, session),
  );
  ctx.log.info(
    { recipient: address, amount: formatAmount(amount) },
    'the community’s fee was ordered',
  );
}
