import { hash } from 'node:crypto';
import { type Amount, formatAmount } from '../../amount';
import { AppError } from '../../errors';
import { idOfBytes } from '../../id';
import type { PeerContext } from '../../peers/directory/peer.context';
import { assertPeersOn, getPeer } from '../../peers/directory/peer.service';
import { dayMs } from '../../time';
import type { PaymentContext } from '../payments/payment.context';
import { orderTransfer } from '../payments/orders/order-transfer.service';
import type { TransferOrder } from '../payments/orders/transfer-order';

type JoiningContext = PeerContext & Pick<PaymentContext, 'transferOrders'>;

/** Says of a transfer what it is for. @see docs/peers.md §5 */
const joiningMessage = Buffer.from('Adshares joining fee').toString('hex').padEnd(64, '0');
const book = 'peers:joining';
/** So long after a fee nobody pays another one by mistake. */
const againAfterMs = dayMs;
/** Fees for one server that are told of, the newest ones. */
export const mostFees = 20;

/**
 * Orders the joining fee that another server asks of newcomers: the settler pays it, from `peers:joining`. Fees are never
 * paid by themselves.
 *
 * @param params.most the most that it may cost: 10^-11 coins
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` where peers are off, for a server that is denied or stopped, one that asks for
 * nothing or for more, and while a fee is on its way or was paid within the last day.
 */
export async function joinPeer(
  ctx: JoiningContext,
  params: { readonly address: string; readonly most: Amount },
): Promise<TransferOrder> {
  assertPeersOn(ctx);
  const { address, state, info } = await getPeer(ctx, params.address);
  const amount = info.joiningFee;
  if (state === 'denied' || state === 'stopped')
    throw new AppError('CONFLICT', `${address} is ${state}: allow it first`);
  if (amount === 0n) throw new AppError('CONFLICT', `${address} asks for no joining fee`);
  if (amount > params.most)
    throw new AppError('CONFLICT', `${address} asks for ${formatAmount(amount)} coins`);
  return ctx.inTransaction(async (session) => {
    const before = await ctx.transferOrders.listFor(
      { recipient: address, book },
      mostFees,
      session,
    );
    const problem = whyNotNow(before, ctx.now());
    if (problem !== null) throw new AppError('CONFLICT', problem);
    // Two who ask at once order one transfer. By all of them: where clocks were set back, the newest one is not the last.
    const id = idOf(
      address,
      before.map((one) => one.id),
    );
    const transfer = { address, amount, message: joiningMessage };
    const order = await orderTransfer(ctx, { ...transfer, id, book }, session);
    ctx.log.info({ peer: address, amount: formatAmount(amount) }, 'a joining fee was ordered');
    return order;
  });
}

/** Joining fees for another server, the newest first. @throws {AppError} `NOT_FOUND` */
export async function listJoiningFees(
  ctx: JoiningContext,
  text: string,
): Promise<readonly TransferOrder[]> {
  const { address } = await getPeer(ctx, text);
  return ctx.transferOrders.listFor({ recipient: address, book }, mostFees);
}

/** The newest joining fee for each of some servers; those that none was ordered for have none. */
export function findLastJoiningFees(
  { transferOrders }: Pick<JoiningContext, 'transferOrders'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, TransferOrder>> {
  return transferOrders.listNewestFor(addresses, book);
}

function whyNotNow(before: readonly TransferOrder[], now: Date): string | null {
  const open = before.find(({ state }) => state === 'waiting' || state === 'prepared');
  if (open) return `a joining fee of ${formatAmount(open.amount)} coins is on its way`;
  const paid = before.find(
    ({ state, endedAt }) =>
      state === 'confirmed' && endedAt !== null && now.getTime() - endedAt.getTime() < againAfterMs,
  );
  return paid ? `a joining fee was paid as ${paid.transactionId}, less than a day ago` : null;
}

const idOf = (address: string, idsBefore: readonly string[]): string => {
  const text = `joining fee ${address} after ${idsBefore.toSorted().join(' ')}`;
  return idOfBytes(hash('sha256', text, 'buffer').subarray(0, 16));
};
