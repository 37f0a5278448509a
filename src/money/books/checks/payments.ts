import { formatAccountAddress } from '../../../../sidecar/ledger/address';
import { parseHex } from '../../../../sidecar/ledger/hex';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Payment, PaymentBatch, PaymentState } from '../../payments/payment';
import { preparedEntry } from '../../payments/batch/payment-entries';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 500;
/** Each has some 500 payments. */
const batchesAtOnce = 20;

/**
 * Goes by transactions and reads their payments with them: by payments, whose ids are random, it would read each
 * transaction for each of its payments.
 */
export const preparedPayments: BookCheck = {
  name: 'payments',
  proves: 'every payment was taken out of its account’s earnings, and is in bytes that pay it',
  async run(ctx) {
    const startedAt = ctx.now();
    let checked = 0;
    for await (const batch of eachBatch(ctx)) {
      const { problem, own } = await lookAt(ctx, batch);
      if (problem !== null) return { checked, problem };
      checked += own.filter(({ preparedAt }) => preparedAt < startedAt).length;
    }
    const isWhole = checked === (await ctx.payments.countPreparedBefore(startedAt));
    return { checked, problem: isWhole ? null : await findLeftOut(ctx) };
  },
};

async function* eachBatch({ paymentBatches }: BookCheckContext): AsyncGenerator<PaymentBatch> {
  for (let afterId = ''; ; ) {
    const page = await paymentBatches.listAll(afterId, batchesAtOnce);
    yield* page.filter(({ kind }) => kind === 'transfer');
    const last = page.at(-1);
    if (!last) return;
    afterId = last.id;
  }
}

interface LookedAt {
  readonly problem: string | null;
  /** Payments of the batch that are in none with a lower id: so each payment is of one batch. */
  readonly own: readonly Payment[];
}

async function lookAt(ctx: BookCheckContext, { id, paymentIds }: PaymentBatch): Promise<LookedAt> {
  const batches = await ctx.paymentBatches.listWith(paymentIds);
  const before = new Set(batches.filter((one) => one.id < id).flatMap((one) => one.paymentIds));
  const own = await ctx.payments.listByIds(paymentIds.filter((one) => !before.has(one)));
  const problems = await problemsOf(ctx, { payments: own, batches });
  return { problem: await confirm(ctx, problems.keys()), own };
}

/** The problem of the first payment that no transaction has; null: each is in one. */
async function findLeftOut(ctx: BookCheckContext): Promise<string | null> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly Payment[] = await ctx.payments.listAll({}, { first: pageSize, afterId });
    for (const { id } of page) {
      const problem = (await ctx.paymentBatches.hasPayment(id)) ? null : await confirm(ctx, [id]);
      if (problem !== null) return problem;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return null;
    afterId = last.id;
  }
}

/** A payment may have gone on between one reading and the next: the whole of it is read at one moment. */
async function confirm(ctx: BookCheckContext, ids: Iterable<string>): Promise<string | null> {
  for (const id of ids) {
    const now = await ctx.inTransaction(async (session) => {
      const payments = await ctx.payments.listByIds([id], session);
      const batches = await ctx.paymentBatches.listWith([id], session);
      return problemsOf(ctx, { payments, batches }, session);
    });
    const problem = now.get(id);
    if (problem !== undefined) return problem;
  }
  return null;
}

async function problemsOf(
  { books }: BookCheckContext,
  {
    payments,
    batches,
  }: {
    readonly payments: readonly Payment[];
    /** All that have any of them. */
    readonly batches: readonly PaymentBatch[];
  },
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, string>> {
  const entries = await books.listByIds(
    payments.map(({ id }) => entryIdOf(id)),
    session,
  );
  const booked = new Map(entries.map((entry) => [entry.id, entry]));
  const signed = batches.map((batch) => ({
    batch,
    ids: new Set(batch.paymentIds),
    wires: wiresOf(batch),
  }));
  const problems = new Map<string, string>();
  for (const payment of payments) {
    const { id } = payment;
    const isPaid = signed.some(
      ({ batch, ids, wires }) => ids.has(id) && isPaidBy(payment, batch, wires),
    );
    if (!isBooked(payment, booked.get(entryIdOf(id))))
      problems.set(id, `payment ${id} was not taken out of the earnings of ${payment.accountId}`);
    else if (!isPaid)
      problems.set(id, `no transaction that is ${payment.state} pays payment ${id}`);
  }
  return problems;
}

const entryIdOf = (id: string) => `payment:${id}`;

function isBooked(payment: Payment, entry: JournalEntry | undefined): boolean {
  const [from] = preparedEntry(payment, payment.preparedAt).lines;
  if (!from || !entry) return false;
  return entry.lines.some(({ book, amount }) => book === from.book && amount === from.amount);
}

/** Amounts that the signed bytes pay, by address. */
function wiresOf({ data }: PaymentBatch): ReadonlyMap<string, Amount> {
  const { wires } = sendMany.decode(parseHex(data));
  return new Map(wires.map(({ recipient, amount }) => [formatAccountAddress(recipient), amount]));
}

const open: readonly PaymentState[] = ['prepared', 'sent'];

function isPaidBy(
  { state, address, amount, transactionId }: Payment,
  batch: PaymentBatch,
  wires: ReadonlyMap<string, Amount>,
): boolean {
  // One that was refused stays on its way until the ledger has taken other bytes.
  const isOfState = open.includes(state)
    ? open.includes(batch.state)
    : state === batch.state && (state !== 'confirmed' || transactionId === batch.transactionId);
  return isOfState && wires.get(address) === amount;
}
