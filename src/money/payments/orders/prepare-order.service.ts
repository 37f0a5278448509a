import { type Amount, formatAmount } from '../../../amount';
import { sendOneFee } from '../../../../sidecar/ledger/transactions/send-one/layout';
import { parseAccountAddress } from '../../../../sidecar/ledger/address';
import type { LedgerAccount } from '../../../platform/ledger/ledger-client';
import { newBatch } from '../batch/new-batch';
import { orderPreparedEntry } from '../batch/payment-entries';
import { assertSignedMessage } from '../batch/signed-transaction';
import { leftOf, preparedToday } from '../due/day-limit';
import { leastBalanceOf } from '../due/network-fee';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import type { TransferOrder } from './transfer-order';

/** Those that cannot be made now keep nobody waiting, and these are looked at. */
const mostWaiting = 20;

/**
 * Signs the oldest transfer that is ordered and can be made, and stores its bytes, booked; nothing is sent.
 *
 * @returns false when there is none.
 */
export async function prepareOrder(
  ctx: SettlingContext,
  turn: SettlementTurn,
  payer: LedgerAccount,
): Promise<boolean> {
  if (turn.settlement.pausedReason !== null) return false;
  for (const order of await ctx.transferOrders.listWaiting(mostWaiting)) {
    const reason = whyNotNow(ctx, turn, { payer, order });
    if (reason === null) {
      await prepare(ctx, turn, { payer, order });
      return true;
    }
    if (reason === order.reason) continue;
    ctx.log.warn({ order: order.id, reason }, 'a transfer that was ordered waits');
    await turn.write({}, async (session) => {
      await ctx.transferOrders.change(order.id, 'waiting', { reason }, session);
    });
  }
  return false;
}

interface OrderAndPayer {
  readonly payer: LedgerAccount;
  readonly order: TransferOrder;
}

function whyNotNow(
  ctx: SettlingContext,
  { settlement }: SettlementTurn,
  { payer, order }: OrderAndPayer,
): string | null {
  const dayLeft = leftOf(preparedToday(ctx, settlement), ctx.config);
  if (dayLeft !== null && order.amount > dayLeft)
    return 'the limit of the day is reached (ADGATE_DAILY_PAYOUT_LIMIT)';
  const needed = order.amount + orderFeeOf(payer.address, order) + leastBalanceOf(payer.address);
  return needed > payer.balance
    ? `the account that pays has too little: ${formatAmount(needed)} are needed`
    : null;
}

/** The network's fee: 10^-11 coins. */
export function orderFeeOf(
  sender: string,
  { amount, recipient }: Pick<TransferOrder, 'amount' | 'recipient'>,
): Amount {
  const accounts = {
    sender: parseAccountAddress(sender),
    recipient: parseAccountAddress(recipient),
  };
  return sendOneFee(amount, accounts);
}

async function prepare(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { payer, order }: OrderAndPayer,
): Promise<void> {
  const { id, recipient, amount, message } = order;
  const { address: sender, messageId, hash } = payer;
  const position = { messageId, hash };
  const transfer = { address: recipient, amount, message };
  const prepared = await ctx.ledger.prepareMessage(position, transfer);
  assertSignedMessage(prepared, { sender, position, transfer });
  const purpose = { kind: 'message', amount, orderId: id } as const;
  const batch = newBatch(ctx, { sender, position, prepared, purpose });
  const { day, dayAmount } = preparedToday(ctx, turn.settlement);
  const changes = { day, dayAmount: dayAmount + amount };
  await turn.write(changes, async (session, { pausedReason }) => {
    if (pausedReason !== null) throw new Error('settlement was paused meanwhile');
    const taken = { state: 'prepared', reason: null } as const;
    if (!(await ctx.transferOrders.change(id, 'waiting', taken, session)))
      throw new Error(`order ${id} was ended meanwhile`);
    await ctx.books.post([orderPreparedEntry(order, batch.preparedAt)], session);
    await ctx.paymentBatches.insert(batch, session);
  });
}
