import type { LedgerAccount } from '../../platform/ledger/ledger-client';
import type { SentEntry } from '../../platform/ledger/log-page';
import { isSamePosition, type PaymentBatch } from './payment';
import type { SettlementTurn, SettlingContext } from './payment.context';
import type { Settlement } from './settlement.store';

/** The account that pays was used by other means than payments, or its node does not know what it knew. */
export class ChainBrokenError extends Error {
  override readonly name = 'ChainBrokenError';
}

/** Entries of the log are as old as the last look, or younger; clocks differ by less than this. */
const logMarginMs = 10 * 60 * 1000;
/** With more foreign transfers than this, an operator looks at them. */
const mostForeign = 1000;

/**
 * Follows the chain of the paying account from where it was seen last to where it is, by the batches that may have
 * been applied.
 *
 * @throws {ChainBrokenError} when something else was applied, or the node is behind. Where others have paid payees of
 * ours, as an earlier life of this database may have, settlement is paused; else the next turn goes on.
 */
export async function followChain(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { payer, open }: { readonly payer: LedgerAccount; readonly open: readonly PaymentBatch[] },
): Promise<void> {
  const settlement = await ctx.settlements.find();
  const { position: known } = settlement;
  if (known !== null) {
    if (isSamePosition(known, payer)) return;
    const isKnown = reaches(known, payer, open);
    if (!isKnown && payer.messageId < known.messageId)
      throw new ChainBrokenError(
        `the node has the account ${payer.address} at msid ${payer.messageId}, it was at ${known.messageId}: nothing is sent until it is there again`,
      );
    if (!isKnown) await meetForeign(ctx, turn, { payer, open, settlement });
  }
  const { messageId, hash } = payer;
  const changes = { position: { messageId, hash }, positionAt: ctx.now() };
  await ctx.inTransaction((session) => ctx.settlements.change(turn.fence, changes, session));
  if (known !== null && !reaches(known, payer, open))
    throw new ChainBrokenError(
      `account ${payer.address} was used by other means: it is at msid ${messageId}. What the ledger has not taken is prepared anew when that is certain`,
    );
}

/** Whether batches lead from one position to another, or a block that was lost has led back. */
function reaches(
  known: NonNullable<Settlement['position']>,
  payer: LedgerAccount,
  open: readonly PaymentBatch[],
): boolean {
  const isBack = payer.messageId < known.messageId;
  const reached = [known];
  for (const { position, next } of open)
    if (reached.some((one) => isSamePosition(one, position))) reached.push(next);
  return (
    reached.some((one) => isSamePosition(one, payer)) ||
    (isBack && open.some(({ position }) => isSamePosition(position, payer)))
  );
}

async function meetForeign(
  ctx: SettlingContext,
  turn: SettlementTurn,
  {
    payer,
    open,
    settlement,
  }: {
    readonly payer: LedgerAccount;
    readonly open: readonly PaymentBatch[];
    readonly settlement: Settlement;
  },
): Promise<void> {
  const since = (settlement.positionAt ?? ctx.now()).getTime() - logMarginMs;
  const entries = await ctx.ledger.listSent(new Date(since));
  const first = settlement.position?.messageId ?? 0;
  const foreign = entries.filter(
    ({ messageId }) => messageId >= first && messageId < payer.messageId,
  );
  const paid = await findPaidPayee(ctx, await withoutOurs(ctx, foreign, open));
  if (paid === null) {
    ctx.log.error({ address: payer.address }, 'the account that pays was used by other means');
    return;
  }
  const reason = `somebody else has paid a payee of ours (${paid}) from the account ${payer.address}: hold the books against the ledger, then resume`;
  const changes = { pausedReason: reason, pausedAt: ctx.now() };
  await ctx.inTransaction((session) => ctx.settlements.change(turn.fence, changes, session));
  ctx.log.error({ address: payer.address, payee: paid }, 'settlement is paused');
  throw new ChainBrokenError(reason);
}

async function withoutOurs(
  ctx: SettlingContext,
  entries: readonly SentEntry[],
  open: readonly PaymentBatch[],
): Promise<readonly SentEntry[]> {
  const numbers = new Set(entries.map(({ messageId }) => messageId));
  const ours = new Set<string>();
  for (const { position, paymentIds } of open) {
    if (!numbers.has(position.messageId)) continue;
    for (const { address, amount } of await ctx.payments.listByIds(paymentIds))
      ours.add(`${position.messageId} ${address} ${amount}`);
  }
  const keyOf = ({ messageId, address, amount }: SentEntry) =>
    `${messageId} ${address} ${amount < 0n ? -amount : amount}`;
  return entries.filter((entry) => !ours.has(keyOf(entry)));
}

/** An address of theirs that an account of ours is paid at; null: none is. */
async function findPaidPayee(
  { accounts }: SettlingContext,
  entries: readonly SentEntry[],
): Promise<string | null> {
  const addresses = new Set(entries.map(({ address }) => address).filter((one) => one !== null));
  for (const [at, address] of [...addresses].entries())
    if (at >= mostForeign || (await accounts.hasPayoutAddress(`ads:${address}`))) return address;
  return null;
}
