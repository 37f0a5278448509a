import type { LedgerAccount } from '../../../platform/ledger/ledger-client';
import { meetForeign } from './foreign-transfers.service';
import { isSamePosition, type PaymentBatch } from '../payment';
import type { SettlementTurn, SettlingContext } from '../payment.context';
import type { Settlement } from '../settlement.store';

/** The account that pays was used by other means than payments, or its node does not know what it knew. */
export class ChainBrokenError extends Error {
  override readonly name = 'ChainBrokenError';
}

/**
 * Follows the chain of the paying account from where it was seen last to where it is, by the batches that may have
 * been applied.
 *
 * @throws {ChainBrokenError} when something else was applied, or the node is behind. Where others have paid payees of
 * ours, as a later life of this database may have, these are held; the next turn goes on.
 */
export async function followChain(
  ctx: SettlingContext,
  turn: SettlementTurn,
  { payer, open }: { readonly payer: LedgerAccount; readonly open: readonly PaymentBatch[] },
): Promise<void> {
  const settlement = await ctx.settlements.get();
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

/** Says that batches lead from one position to another, or that a lost block has led back to it. */
export function reaches(
  known: NonNullable<Settlement['position']>,
  payer: NonNullable<Settlement['position']>,
  open: readonly Pick<PaymentBatch, 'position' | 'next'>[],
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
