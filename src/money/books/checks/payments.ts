import { formatAccountAddress } from '../../../../sidecar/ledger/address';
import { parseHex } from '../../../../sidecar/ledger/hex';
import { sendMany } from '../../../../sidecar/ledger/transactions/send-many/layout';
import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Payment, PaymentBatch, PaymentState } from '../../payments/payment';
import { preparedEntry } from '../../payments/payment-entries';
import type { JournalEntry } from '../journal-entry';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 500;

export const preparedPayments: BookCheck = {
  name: 'payments',
  proves: 'every payment was taken out of its account’s earnings, and is in bytes that pay it',
  async run(ctx) {
    let checked = 0;
    for (let afterId: string | null = null; ; ) {
      const page: readonly Payment[] = await ctx.payments.listAll({}, { first: pageSize, afterId });
      const problem = await problemOfPage(ctx, page);
      if (problem !== null) return { checked, problem };
      checked += page.length;
      const last = page.at(-1);
      if (!last || page.length < pageSize) return { checked, problem: null };
      afterId = last.id;
    }
  },
};

async function problemOfPage(
  ctx: BookCheckContext,
  page: readonly Payment[],
): Promise<string | null> {
  const problems = await problemsOf(ctx, page);
  for (const id of problems.keys()) {
    // It may have gone on between one reading and the next: the whole of it at one moment.
    const now = await ctx.inTransaction(async (session) =>
      problemsOf(ctx, await ctx.payments.listByIds([id], session), session),
    );
    const problem = now.get(id);
    if (problem !== undefined) return problem;
  }
  return null;
}

async function problemsOf(
  { books, paymentBatches }: BookCheckContext,
  payments: readonly Payment[],
  session?: DatabaseSession,
): Promise<ReadonlyMap<string, string>> {
  const ids = payments.map(({ id }) => id);
  const entries = await books.listByIds(ids.map(entryIdOf), session);
  const booked = new Map(entries.map((entry) => [entry.id, entry]));
  const batches = await paymentBatches.listWith(ids, session);
  const paid = new Map(batches.map((batch) => [batch.id, wiresOf(batch)]));
  const problems = new Map<string, string>();
  for (const payment of payments) {
    const { id } = payment;
    const own = batches.filter((batch) => batch.paymentIds.includes(id));
    const isPaid = own.some((batch) => isPaidBy(payment, batch, paid.get(batch.id)!));
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
  return (
    entry?.lines.some(({ book, amount }) => book === from!.book && amount === from!.amount) === true
  );
}

/** What the signed bytes pay, by address. */
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
