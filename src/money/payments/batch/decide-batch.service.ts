import type { ClosedTransaction } from '../../../platform/ledger/closed-transaction';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { SlotDecision } from '../chain/weigh-slot';
import type { Payment, PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { keepLinesOf } from '../../remittances/keep-lines.service';
import { countPaidToPeers } from '../../remittances/peer-figures.service';
import { confirmOrder, returnOrder } from '../orders/decide-order.service';
import { confirmedEntry, returnedEntry } from './payment-entries';
import { noticeOfPayment } from './payment-notice';
import { assertPresent } from '../../../present';

/** Settles all batches of one number as the ledger has decided: the applied one is confirmed, payments of the others return. */
export async function decide(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    batches,
    decision,
  }: {
    readonly batches: readonly PaymentBatch[];
    readonly decision: SlotDecision<PaymentBatch>;
  },
): Promise<void> {
  const { transactionId, closed, applied, paidAddresses } = decision;
  const paid = new Set(applied?.paymentIds);
  const lost = batches.filter((batch) => batch !== applied);
  const lostIds = new Set(
    lost.flatMap(({ paymentIds }) => paymentIds).filter((id) => !paid.has(id)),
  );
  // The payees in the bytes that were taken are also in those before, which were sent without success.
  const sentAt = earliest(batches.map((batch) => batch.sentAt));
  // Before: a turn that ends here does so again.
  if (applied) await keepLinesOf(ctx, applied.paymentIds);
  await turn.write({}, async (session) => {
    if (applied) await confirm(ctx, { batch: applied, closed, sentAt, transactionId, session });
    const reason = `the ledger has ${transactionId} in its place`;
    for (const batch of lost) {
      const problem = batch.problem ?? reason;
      await ctx.paymentBatches.change(batch.id, { state: 'returned', problem }, session);
      await returnOrder(ctx, batch, { reason: problem, session });
    }
    const returned = await giveBack(ctx, { ids: [...lostIds], reason, session });
    const paidByOthers = returned.filter(({ address }) => paidAddresses.has(address));
    for (const { accountId } of paidByOthers)
      await holdPaid(ctx, { accountId, transactionId, session });
  });
  const { messageId } = closed;
  if (applied) {
    const { kind } = applied;
    ctx.log.info({ transactionId, kind, payments: paid.size }, 'a transaction is confirmed');
  }
  if (lostIds.size > 0)
    ctx.log.warn({ messageId, payments: lostIds.size }, 'payments were returned');
}

const earliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (first === null || (time && time < first) ? time : first), null);

async function confirm(
  ctx: SettlingContext,
  {
    batch,
    closed,
    sentAt,
    transactionId,
    session,
  }: {
    readonly batch: PaymentBatch;
    readonly closed: ClosedTransaction;
    /** null: the payments say it themselves, or nothing does. */
    readonly sentAt: Date | null;
    readonly transactionId: string;
    readonly session: DatabaseSession;
  },
): Promise<void> {
  const at = ctx.now();
  const { id, paymentIds } = batch;
  const proof = { block: closed.block, confirmedAt: at };
  const changes = { state: 'confirmed', transactionId, proof, undecided: null } as const;
  if (!(await ctx.paymentBatches.change(id, changes, session))) return;
  const changed = await ctx.payments.change(
    paymentIds,
    ['prepared', 'sent'],
    { state: 'confirmed', ...(sentAt && { sentAt }), confirmedAt: at, transactionId, reason: null },
    session,
  );
  if (changed !== paymentIds.length)
    throw new Error(`batch ${id} has payments that were decided on before`);
  await confirmOrder(ctx, batch, { transactionId, session });
  await ctx.books.post([confirmedEntry(batch, { at, transactionId })], session);
  await countPaidToPeers(ctx, paymentIds, { session, sign: 1n });
  if (!(await ctx.notices.isWanted('payment.confirmed', session))) return;
  const confirmed = await ctx.payments.listByIds(paymentIds, session);
  await ctx.notices.put(
    confirmed.map((one) => noticeOfPayment('payment.confirmed', one, at, transactionId)),
    session,
  );
}

async function giveBack(
  ctx: SettlingContext,
  {
    ids,
    reason,
    session,
  }: {
    readonly ids: readonly string[];
    readonly reason: string;
    readonly session: DatabaseSession;
  },
): Promise<readonly Payment[]> {
  if (ids.length === 0) return [];
  const at = ctx.now();
  const stored = await ctx.payments.listByIds(ids, session);
  const returned = stored.filter(({ state }) => state === 'prepared' || state === 'sent');
  for (const payment of returned) {
    const changes = {
      state: 'returned',
      sentAt: payment.sentAt,
      returnedAt: at,
      reason: payment.reason ?? reason,
    } as const;
    await ctx.payments.change([payment.id], ['prepared', 'sent'], changes, session);
    const { kind, accountId, earnedFrom, dueSince, preparedAt } = payment;
    // It was due when it was prepared, at the latest.
    const since = { unpaidSince: earnedFrom, dueSince: dueSince ?? preparedAt };
    if (kind === 'earnings' && earnedFrom !== null)
      await ctx.payees.change(accountId, since, session);
  }
  await ctx.books.post(
    returned.map((payment) => returnedEntry(payment, at)),
    session,
  );
  return returned;
}

/** Whom another transaction has paid in the place of his payment may have got it by other bytes than are known here. */
async function holdPaid(
  { payees }: SettlingContext,
  {
    accountId,
    transactionId,
    session,
  }: {
    readonly accountId: string;
    readonly transactionId: string;
    readonly session: DatabaseSession;
  },
): Promise<void> {
  const payee = assertPresent(
    (await payees.listByIds([accountId])).get(accountId),
    'there is a payee for every id',
  );
  if (payee.heldReason !== null) return;
  await payees.change(
    accountId,
    { heldReason: `somebody else has paid it by ${transactionId}` },
    session,
  );
}
