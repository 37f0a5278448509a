import { formatAmount } from '../../../amount';
import { isRefusal, LedgerFailure } from '../../../platform/ledger/ledger-failure';
import { oneLineOf } from '../../../platform/ledger/one-line';
import type { Payment, PaymentBatch } from '../payment';
import { noticeOfPayment } from './payment-notice';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { mayBroadcast } from '../broadcast/may-broadcast.service';
import { prepareWithout } from './prepare-batch.service';
import { standAside } from './stand-aside.service';

/** So long other bytes than those of payments may keep these waiting where no answer comes. */
const patienceMs = 5 * 60_000;
/** A payee that the ledger does not know, or does not pay to. @see docs/ledger-protocol.md §9 */
const badPayee = [19, 20];

/**
 * Sends the stored bytes of a batch, for the first time or again. What comes of it is for the ledger to say.
 *
 * @returns whether to look at the ledger at once; else the next turn does.
 */
export async function sendBatch(
  ctx: SettlingContext,
  turn: SettlementTurn,
  batch: PaymentBatch,
): Promise<boolean> {
  if (batch.kind === 'broadcast' && !(await mayBroadcast(ctx))) {
    await standAside(ctx, turn, { batch, problem: 'other servers are told nothing now' });
    return true;
  }
  await markSent(ctx, turn, batch);
  try {
    await ctx.ledger.sendAgain(batch);
    return true;
  } catch (error) {
    if (!(error instanceof LedgerFailure)) throw error;
    if (batch.kind !== 'transfer' && isInTheWay(ctx, batch, error)) {
      await standAside(ctx, turn, { batch, problem: oneLineOf(error) });
      return true;
    }
    if (batch.kind === 'transfer' && isRefusal(error, badPayee)) {
      const refused = await listUnknown(ctx, batch);
      if (refused.length > 0) {
        const reason = oneLineOf(error);
        ctx.log.warn(
          { payments: refused.map(({ id, address }) => ({ id, address })), reason },
          'the ledger refuses payees: the others are paid without them',
        );
        await prepareWithout(ctx, turn, { batch, refused, reason });
        return true;
      }
    }
    await noteProblem(ctx, turn, { batch, error });
    return false;
  }
}

/** Says that payments are not to wait for bytes any longer: they were refused, or have not been taken for long. */
function isInTheWay(
  { now }: Pick<SettlingContext, 'now'>,
  { sentAt }: PaymentBatch,
  { kind }: LedgerFailure,
): boolean {
  const isOld = sentAt !== null && now().getTime() - sentAt.getTime() > patienceMs;
  return kind === 'refused' || isOld;
}

/** Before the first byte leaves. Its payments are sent from then on: only the batch says so. */
async function markSent(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { id, state, paymentIds }: PaymentBatch,
): Promise<void> {
  if (state === 'sent') return;
  const sentAt = ctx.now();
  await turn.write({}, async (session) => {
    const isWanted = await ctx.notices.isWanted('payment.sent', session);
    const before = isWanted ? await ctx.payments.listByIds(paymentIds, session) : [];
    await ctx.paymentBatches.change(id, { state: 'sent', sentAt }, session);
    const isNew = (payment: Payment) => payment.state === 'prepared';
    const notices = before.filter(isNew).map((one) => noticeOfPayment('payment.sent', one, sentAt));
    await ctx.notices.put(notices, session);
  });
}

/** Payments whose addresses the network does not know. */
async function listUnknown(
  { ledger, payments }: SettlingContext,
  { paymentIds }: PaymentBatch,
): Promise<readonly Payment[]> {
  const unknown: Payment[] = [];
  for (const payment of await payments.listByIds(paymentIds))
    if (!(await ledger.hasAccount(payment.address))) unknown.push(payment);
  return unknown;
}

async function noteProblem(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { batch, error }: { readonly batch: PaymentBatch; readonly error: LedgerFailure },
): Promise<void> {
  const problem = oneLineOf(error);
  const { id, kind, position, amount } = batch;
  ctx.log.warn(
    { batch: id, kind, messageId: position.messageId, amount: formatAmount(amount), problem },
    'a transaction was not taken: the same bytes are sent again',
  );
  if (problem === batch.problem) return;
  await turn.write({}, async (session) => {
    await ctx.paymentBatches.change(id, { problem }, session);
  });
}
