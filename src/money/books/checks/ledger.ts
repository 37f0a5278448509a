import { type Amount, formatAmount } from '../../../amount';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { SentEntry } from '../../../platform/ledger/log-page';
import type { PaymentBatch, PaymentState } from '../../payments/payment';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 100;
/** The node's clock may be behind the wallet's. */
const marginMs = 10_000;

/** Goes by transactions, and by what the account's log has of each: both in the order of the account's chain. */
export const ledgerLog: BookCheck = {
  name: 'ledger',
  proves:
    'every confirmed payment is in the log of the account that pays, to its address and with its amount, and none that was returned',
  async run(ctx) {
    if (ctx.ledger === null) return { checked: 0, problem: null };
    let checked = 0;
    const ofConfirmed = createLogReader(ctx.ledger);
    for await (const batch of eachBatch(ctx, 'confirmed')) {
      const problem = await problemOfBatch(ctx, batch, await ofConfirmed.read(batch));
      if (problem !== null) return { checked, problem };
      checked += batch.paymentIds.length;
    }
    const ofReturned = createLogReader(ctx.ledger);
    for await (const batch of eachBatch(ctx, 'returned')) {
      const problem = await problemOfReturned(ctx.ledger, batch, await ofReturned.read(batch));
      if (problem !== null) return { checked, problem };
    }
    const left = await tellOfOthers(ctx, ctx.ledger);
    return { checked, problem: null, ...(left !== null && { left }) };
  },
};

/** Transfers since the first payment that are no payments, in words; null: none. The books do not answer for them. */
async function tellOfOthers(ctx: BookCheckContext, ledger: LedgerClient): Promise<string | null> {
  // A payment with a number before this one was stored before the batches are read.
  const { messageId: end } = await ledger.readOwnAccount();
  const open = await ctx.paymentBatches.listOpen();
  const openNumbers = new Set(open.map(({ position }) => position.messageId));
  const confirmed = eachBatch(ctx, 'confirmed');
  let ours = await confirmed.next();
  const firstReturned = await eachBatch(ctx, 'returned').next();
  const [first] = [ours.value, firstReturned.value, open[0]]
    .flatMap((batch) => batch ?? [])
    .toSorted((one, other) => one.position.messageId - other.position.messageId);
  if (!first) return null;
  const others = { count: 0, amount: 0n, first: '' };
  for await (const entries of eachSent(ledger, new Date(first.time.getTime() - marginMs))) {
    const { messageId, transactionId } = entries[0]!;
    if (messageId >= end) break;
    while (ours.value && ours.value.position.messageId < messageId) ours = await confirmed.next();
    const isOurs = ours.value?.position.messageId === messageId || openNumbers.has(messageId);
    if (isOurs || messageId < first.position.messageId) continue;
    if (others.count === 0) others.first = transactionId;
    others.count += 1;
    for (const entry of entries) others.amount += sizeOf(entry);
  }
  return others.count === 0
    ? null
    : `the account has sent ${formatAmount(others.amount)} by other means since the first payment (transactions: ${others.count}, the first ${others.first})`;
}

async function* eachBatch(
  { paymentBatches, config }: BookCheckContext,
  state: PaymentState,
): AsyncGenerator<PaymentBatch, void> {
  const chain = { sender: config.ledgerAddress, state };
  for (let after: PaymentBatch | null = null; ; ) {
    const page: readonly PaymentBatch[] = await paymentBatches.listInChain(chain, after, pageSize);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last;
  }
}

/** Reads what transactions have sent, by numbers that do not fall: from the first one on that is asked for. */
function createLogReader(ledger: LedgerClient) {
  let transactions: ReturnType<typeof eachSent> | null = null;
  let head: Promise<IteratorResult<readonly SentEntry[], undefined>>;
  return {
    /** Entries of the transaction of a number; none: the log has none. */
    async read({ position, time }: PaymentBatch): Promise<readonly SentEntry[]> {
      if (transactions === null) {
        transactions = eachSent(ledger, new Date(time.getTime() - marginMs));
        head = transactions.next();
      }
      for (;;) {
        const { value, done } = await head;
        if (done === true || value[0]!.messageId > position.messageId) return [];
        if (value[0]!.messageId === position.messageId) return value;
        head = transactions.next();
      }
    },
  };
}

/** Others may have sent by the number of bytes that were given up: the signature tells whose it is. */
async function problemOfReturned(
  ledger: LedgerClient,
  { id, signature }: PaymentBatch,
  [sent]: readonly SentEntry[],
): Promise<string | null> {
  const closed = sent ? await ledger.findClosed(sent.transactionId) : null;
  return closed?.signature === signature
    ? `transaction ${sent!.transactionId} is batch ${id}, whose payments were returned`
    : null;
}

/** Entries that follow each other in the log and have one number. */
async function* eachSent(
  ledger: LedgerClient,
  from: Date,
): AsyncGenerator<readonly SentEntry[], undefined> {
  let entries: SentEntry[] = [];
  for await (const { sent } of ledger.readLog(from))
    for (const entry of sent) {
      if (entries.length > 0 && entries[0]!.messageId !== entry.messageId) {
        yield entries;
        entries = [];
      }
      entries.push(entry);
    }
  if (entries.length > 0) yield entries;
  return undefined;
}

async function problemOfBatch(
  { payments }: BookCheckContext,
  { transactionId, paymentIds }: PaymentBatch,
  sent: readonly SentEntry[],
): Promise<string | null> {
  const paid = sumOf(sent.filter((entry) => entry.transactionId === transactionId));
  for (const payment of await payments.listByIds(paymentIds)) {
    const { address, amount } = payment;
    if (paid.get(address) !== amount)
      return `payment ${payment.id} of ${formatAmount(amount)} is not in transaction ${transactionId}: that has ${formatAmount(paid.get(address) ?? 0n)} for ${address}`;
    paid.delete(address);
  }
  const [other] = paid.keys();
  return other === undefined ? null : `transaction ${transactionId} pays ${other}, no payment does`;
}

function sumOf(entries: readonly SentEntry[]): Map<string, Amount> {
  const sums = new Map<string, Amount>();
  for (const entry of entries)
    if (entry.address !== null)
      sums.set(entry.address, (sums.get(entry.address) ?? 0n) + sizeOf(entry));
  return sums;
}

const sizeOf = ({ amount }: SentEntry): Amount => (amount < 0n ? -amount : amount);
