import type { LedgerAccount } from '../../../platform/ledger/ledger-client';
import type { SentEntry } from '../../../platform/ledger/log-page';
import type { Amount } from '../../../amount';
import { eachDuePage } from '../due/due-payees.service';
import type { DueTerms } from '../due/final-hours.service';
import type { PaymentBatch } from '../payment';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { communityBook } from '../orders/community-fee.service';
import { hourMs } from '../../../time';

/** Entries of the log are as old as the last look, or younger; clocks differ by less than this. */
const logMarginMs = 2 * hourMs;
/** With more foreign transfers than this, an operator looks at them. */
const mostForeign = 1_000;

interface ForeignUse {
  readonly payer: LedgerAccount;
  readonly open: readonly PaymentBatch[];
  readonly terms: DueTerms;
}

/** Transfers that others have sent. */
interface ForeignTransfers {
  readonly recipients: ReadonlySet<string>;
  /** The first transaction that was sent as payments are; null: none was. */
  readonly likePayments: string | null;
}

/**
 * Looks at what others have sent from the account that pays. Who got some of it here, too, may have been paid by a later
 * life of this database, which was lost: he is held until an operator has looked. Everything waits where these are to get
 * most of what is due, where it was sent as payments are: a later life may have paid at addresses that this one does
 * not know, and where the community's fee may have been paid. Whoever chooses an address that is paid by hand, by single transfers, stops nobody but himself.
 */
export async function meetForeign(
  ctx: SettlingContext,
  turn: SettlementTurn,
  use: ForeignUse,
): Promise<void> {
  const { address } = use.payer;
  ctx.log.error({ address }, 'the account that pays was used by other means');
  await endOrders(ctx, turn, `the account ${address} was used by other means`);
  const foreign = await findForeign(ctx, turn, use);
  if (foreign === null) {
    const pausedReason = `others have sent very much from the account ${address}: ${untilLooked}`;
    await stop(ctx, turn, { pausedReason });
    return;
  }
  const { recipients, likePayments } = foreign;
  const held = await ctx.accounts.listPaidAt([...recipients].map((one) => `ads:${one}`));
  const isFeePaid = await isFeePaidBy(ctx, recipients);
  if (held.length === 0 && likePayments === null && !isFeePaid) return;
  const isMost = held.length > 0 && (await haveMostOfDue(ctx, use.terms, new Set(held)));
  await stop(ctx, turn, {
    held,
    heldReason: `somebody else has paid it from the account ${address}`,
    pausedReason: reasonToPause({ address, likePayments, isMost, isFeePaid }),
  });
}

/** A later life of the database may have made them: who has ordered looks, and orders them again. */
async function endOrders(
  ctx: SettlingContext,
  turn: SettlementTurn,
  reason: string,
): Promise<void> {
  const endedAt = ctx.now();
  await turn.write({}, (session) => ctx.transferOrders.endWaiting({ reason, endedAt }, session));
}

function reasonToPause({
  address,
  likePayments,
  isMost,
  isFeePaid,
}: Pick<ForeignTransfers, 'likePayments'> & {
  readonly address: string;
  readonly isMost: boolean;
  readonly isFeePaid: boolean;
}): string | null {
  if (likePayments !== null)
    return `others have sent ${likePayments} from the account ${address} as payments are made, perhaps a newer database: ${untilLooked}`;
  if (isMost)
    return `somebody else has paid payees of ours from the account ${address}: ${untilLooked}`;
  return isFeePaid
    ? `others have paid the community's address from the account ${address}, perhaps a newer database its fee: ${untilLooked}`
    : null;
}

/** Says that the community's fee may be paid already that the book has, or that comes back to the book: it would be ordered again. */
async function isFeePaidBy(
  { books, config, transferOrders }: SettlingContext,
  recipients: ReadonlySet<string>,
): Promise<boolean> {
  const { communityAddress } = config.payouts;
  if (communityAddress === null || !recipients.has(communityAddress)) return false;
  if ((await books.balanceOf(communityBook)) > 0n) return true;
  return (await transferOrders.findNewest(communityBook))?.state === 'prepared';
}

/** Transfers that are in no payment of ours; null: to too many payees to tell. */
async function findForeign(
  ctx: SettlingContext,
  { settlement }: SettlementTurn,
  { payer, open }: ForeignUse,
): Promise<ForeignTransfers | null> {
  const { position, positionAt } = settlement;
  const first = position?.messageId ?? 0;
  const lookedAt = Math.min((positionAt ?? ctx.now()).getTime(), ctx.now().getTime());
  const ours = await listOurs(ctx, open);
  const idsOf = new Map<number, Set<string>>();
  const foreign = new Map<string, SentEntry>();
  for await (const { sent: entries } of ctx.ledger.readLog(new Date(lookedAt - logMarginMs)))
    for (const entry of entries) {
      const { messageId, transactionId, address } = entry;
      if (messageId < first || messageId >= payer.messageId) continue;
      // The log has a broadcast as one to oneself.
      if (address === null || address === payer.address) continue;
      idsOf.set(messageId, (idsOf.get(messageId) ?? new Set()).add(transactionId));
      if (!ours.has(keyOf(entry))) foreign.set(`${transactionId} ${keyOf(entry)}`, entry);
      if (foreign.size > mostForeign) return null;
    }
  const sent = await withoutStale(ctx, [...foreign.values()], idsOf);
  return {
    recipients: new Set(sent.flatMap(({ address }) => address ?? [])),
    likePayments: sent.find(({ isToMany }) => isToMany)?.transactionId ?? null,
  };
}

/**
 * Leaves out what the account has not sent: of several ids that the log has for a number, a closed block may show which
 * one is that of the transaction.
 *
 * @see docs/ledger-protocol.md §17.4
 */
async function withoutStale(
  { ledger, config }: SettlingContext,
  foreign: readonly SentEntry[],
  idsOf: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<readonly SentEntry[]> {
  const applied = new Map<number, string>();
  for (const messageId of new Set(foreign.map((entry) => entry.messageId))) {
    const ids = idsOf.get(messageId) ?? new Set();
    if (ids.size < 2) continue;
    for (const id of ids) {
      const closed = await ledger.findClosed(id);
      const isOfNumber = closed?.sender === config.ledgerAddress && closed.messageId === messageId;
      if (isOfNumber) applied.set(messageId, id);
    }
  }
  return foreign.filter(
    ({ messageId, transactionId }) => (applied.get(messageId) ?? transactionId) === transactionId,
  );
}

async function listOurs(
  { payments, transferOrders }: SettlingContext,
  open: readonly PaymentBatch[],
): Promise<ReadonlySet<string>> {
  const ours = new Set<string>();
  for (const { position, paymentIds, orderId } of open) {
    const order = orderId === null ? null : await transferOrders.find(orderId);
    const wires = order ? [{ address: order.recipient, amount: order.amount }] : [];
    for (const { address, amount } of [...wires, ...(await payments.listByIds(paymentIds))])
      ours.add(keyOf({ messageId: position.messageId, address, amount }));
  }
  return ours;
}

const keyOf = ({
  messageId,
  address,
  amount,
}: Pick<SentEntry, 'messageId' | 'address' | 'amount'>) =>
  `${messageId} ${address} ${amount < 0n ? -amount : amount}`;

/** Says that half or more of all due money is due to these accounts. */
async function haveMostOfDue(
  ctx: SettlingContext,
  terms: DueTerms,
  accountIds: ReadonlySet<string>,
): Promise<boolean> {
  let [theirs, all]: [Amount, Amount] = [0n, 0n];
  for await (const { due } of eachDuePage(ctx, terms))
    for (const { accountId, amount } of due) {
      all += amount;
      if (accountIds.has(accountId)) theirs += amount;
    }
  return all > 0n && theirs * 2n >= all;
}

/** In one transaction: who is held is not due any more when the turn dies behind it. */
async function stop(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    held = [],
    heldReason = null,
    pausedReason = null,
  }: {
    readonly held?: readonly string[];
    readonly heldReason?: string | null;
    readonly pausedReason?: string | null;
  },
): Promise<void> {
  const payees = await ctx.payees.listByIds(held);
  const changes = pausedReason === null ? {} : { pausedReason, pausedAt: ctx.now() };
  await turn.write(changes, async (session) => {
    for (const { accountId, heldReason: before } of payees.values())
      if (before === null) await ctx.payees.change(accountId, { heldReason }, session);
  });
  if (pausedReason !== null) ctx.log.error({ reason: pausedReason }, 'settlement is paused');
  if (held.length > 0) ctx.log.error({ held, reason: heldReason }, 'payees are held');
}

const untilLooked = 'hold the books against the ledger, then resume';
