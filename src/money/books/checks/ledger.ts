import { type Amount, formatAmount } from '../../../amount';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { SentEntry } from '../../../platform/ledger/log-page';
import type { PaymentBatch } from '../../payments/payment';
import type { BookCheck, BookCheckContext } from './book-check';

const pageSize = 100;
/** The node's clock may be behind the wallet's. */
const marginMs = 10_000;

/** Goes by transactions, and by what the account's log has of each: both in the order of the account's chain. */
export const ledgerLog: BookCheck = {
  name: 'ledger',
  proves:
    'every confirmed payment is in the log of the account that pays, to its address and with its amount',
  async run(ctx) {
    if (ctx.ledger === null) return { checked: 0, problem: null };
    let log: ReturnType<typeof createLogReader> | null = null;
    let checked = 0;
    for await (const batch of eachBatch(ctx)) {
      log ??= createLogReader(ctx.ledger, new Date(batch.time.getTime() - marginMs));
      const problem = await problemOfBatch(ctx, batch, await log.read(batch.position.messageId));
      if (problem !== null) return { checked, problem };
      checked += batch.paymentIds.length;
    }
    return { checked, problem: null };
  },
};

async function* eachBatch({
  paymentBatches,
  config,
}: BookCheckContext): AsyncGenerator<PaymentBatch, void> {
  for (let after = -1; ; ) {
    const page: readonly PaymentBatch[] = await paymentBatches.listConfirmed(
      config.ledgerAddress,
      after,
      pageSize,
    );
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.position.messageId;
  }
}

/** Reads what transactions have sent, by numbers that grow. */
function createLogReader(ledger: LedgerClient, from: Date) {
  const transactions = eachSent(ledger, from);
  let head = transactions.next();
  return {
    /** Entries of the transaction of a number; none: the log has none. */
    async read(messageId: number): Promise<readonly SentEntry[]> {
      for (;;) {
        const { value, done } = await head;
        if (done === true || value[0]!.messageId > messageId) return [];
        head = transactions.next();
        if (value[0]!.messageId === messageId) return value;
      }
    },
  };
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
  for (const { address, amount } of entries)
    if (address !== null)
      sums.set(address, (sums.get(address) ?? 0n) + (amount < 0n ? -amount : amount));
  return sums;
}
