import { type Amount, formatAmount } from '../../../amount';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { PaymentBatch } from '../../payments/payment';
import { eachBatchOf, eachPageOfBatches } from '../../payments/batch/batches-of-state';
import { keepLog } from '../kept-log/keep-log.service';
import { type KeptTransaction, sentIdOf } from '../kept-log/kept-transaction';
import { tellOfOthers } from '../kept-log/other-transfers';
import { type BookCheck, type BookCheckContext, withoutLedger } from './book-check';

/** The node's clock may be behind the wallet's. */
const marginMs = 10_000;

/** Holds transactions against what is kept of the account's log, and against its end, which is kept first. */
export const ledgerLog: BookCheck = {
  name: 'ledger',
  proves:
    'every confirmed payment and order is in the log of the account that pays, to its address and with its amount, every broadcast is, and none that was returned',
  async run({ ledger, ...rest }) {
    if (ledger === null) return withoutLedger;
    const ctx = { ...rest, ledger };
    const { messageId: end } = await ledger.readOwnAccount();
    const confirmed = await lookAtConfirmed(ctx);
    const { checked } = confirmed;
    const problem = confirmed.problem ?? (await problemOfReturned(ctx));
    if (problem !== null) return { checked, problem };
    const left = [confirmed.left, await tellOfOthers(ctx, end)].filter((one) => one !== null);
    return { checked, problem: null, ...(left.length > 0 && { left: left.join('; ') }) };
  },
};

type LedgerCheckContext = BookCheckContext & { readonly ledger: LedgerClient };

/** The part of the log that was read without a gap. */
interface Known {
  readonly begin: Date;
  /** The lowest number in it of what was sent; null: nothing was. */
  readonly firstNumber: number | null;
}

async function know(ctx: LedgerCheckContext): Promise<Known> {
  const { begin } = await keepLog(ctx);
  const { ledgerAddress } = ctx.config;
  return { begin, firstNumber: await ctx.keptLog.findFirstNumber(ledgerAddress, begin) };
}

/** Says that the log must have a batch's transaction, if the ledger has taken it. */
const mustHave = ({ begin, firstNumber }: Known, { position, time }: PaymentBatch): boolean =>
  (firstNumber !== null && position.messageId >= firstNumber) ||
  time.getTime() - marginMs > begin.getTime();

interface LookedAt {
  readonly checked: number;
  readonly problem: string | null;
  /** Payments that nobody can tell of, in words; null: none. */
  readonly left: string | null;
}

async function lookAtConfirmed(ctx: LedgerCheckContext): Promise<LookedAt> {
  const known = await know(ctx);
  let [checked, before] = [0, 0];
  for await (const page of eachPageOfBatches(ctx, 'confirmed')) {
    const isMissed = (batch: PaymentBatch) => mustHave(known, batch);
    const kept = await findKept(ctx, page, isMissed);
    for (const batch of page) {
      const found = kept.get(batch.transactionId);
      if (!found && !mustHave(known, batch)) {
        before += batch.paymentIds.length;
        continue;
      }
      const problem = await problemOfBatch(ctx, batch, found);
      if (problem !== null) return { checked, problem, left: null };
      checked += batch.paymentIds.length;
    }
  }
  const since = `not compared are payments from before ${known.begin.toISOString()}, where the log begins: ${before}`;
  return { checked, problem: null, left: before === 0 ? null : since };
}

/**
 * Finds kept transactions, by their ids. A batch may have been sent since the log was read: then the log is read once
 * more.
 */
async function findKept(
  ctx: LedgerCheckContext,
  batches: readonly PaymentBatch[],
  isMissed: (batch: PaymentBatch) => boolean,
): Promise<ReadonlyMap<string | null, KeptTransaction>> {
  const { ledgerAddress } = ctx.config;
  const ids = batches.flatMap(({ transactionId, position: { messageId } }) =>
    transactionId === null ? [] : [sentIdOf({ ledgerAddress, transactionId, messageId })],
  );
  const read = async () =>
    new Map((await ctx.keptLog.listByIds(ids)).map((one) => [one.transactionId, one]));
  const kept = await read();
  if (!batches.some((batch) => !kept.has(batch.transactionId ?? '') && isMissed(batch)))
    return kept;
  await keepLog(ctx);
  return read();
}

async function problemOfBatch(
  ctx: BookCheckContext,
  batch: PaymentBatch,
  kept: KeptTransaction | undefined,
): Promise<string | null> {
  const { kind, transactionId } = batch;
  const isKept = kept !== undefined && isOf(batch, kept);
  if (kind === 'broadcast') return isKept ? null : `broadcast ${transactionId} is not in the log`;
  const paid = new Map(isKept ? amountsOf(kept) : []);
  for (const { name, address, amount } of await listDue(ctx, batch)) {
    if (paid.get(address) !== amount)
      return `${name} of ${formatAmount(amount)} is not in transaction ${transactionId}: that has ${formatAmount(paid.get(address) ?? 0n)} for ${address}`;
    paid.delete(address);
  }
  const [other] = paid.keys();
  return other === undefined ? null : `transaction ${transactionId} pays ${other}, no payment does`;
}

/** The transfers that a transaction is for. */
async function listDue(
  { payments, transferOrders }: BookCheckContext,
  { paymentIds, orderId }: PaymentBatch,
): Promise<
  readonly { readonly name: string; readonly address: string; readonly amount: Amount }[]
> {
  const order = orderId === null ? null : await transferOrders.find(orderId);
  if (order) return [{ name: `order ${order.id}`, address: order.recipient, amount: order.amount }];
  const found = await payments.listByIds(paymentIds);
  return found.map(({ id, address, amount }) => ({ name: `payment ${id}`, address, amount }));
}

/** A block was seen with these bytes; or none was seen, as of what the node forgot before it was kept. */
const isOf = (
  { position, signature }: PaymentBatch,
  { word, messageId, signature: seen }: KeptTransaction,
): boolean =>
  messageId === position.messageId &&
  (word === 'open' || (word === 'closed' && seen === signature));

const amountsOf = ({ wires }: KeptTransaction): readonly (readonly [string, Amount])[] =>
  wires.map(({ address, amount }) => [address, amount]);

/** Others may have sent by the number of bytes that were given up: the signature tells whose it is. */
async function problemOfReturned(ctx: LedgerCheckContext): Promise<string | null> {
  const { ledgerAddress } = ctx.config;
  for await (const { id, position, signature } of eachBatchOf(ctx, 'returned')) {
    const sent = await ctx.keptLog.listOfNumber(ledgerAddress, position.messageId);
    const taken = sent.find((one) => one.word === 'closed' && one.signature === signature);
    if (taken)
      return `transaction ${taken.transactionId} is batch ${id}, whose payments were returned`;
  }
  return null;
}
