import type { ChainPosition, LedgerAccount } from '../../../platform/ledger/ledger-client';
import { isSamePosition, type PaymentBatch, type SignedTransaction } from '../payment';
import type { DueTerms } from '../due/final-hours.service';
import type { SettlingContext } from '../payment.context';
import type { SettlementTurn } from '../settlement-turn';
import { meetForeign } from './foreign-transfers.service';

/** The account that pays was used by other means than payments, or its node does not know what it knew. */
export class ChainBrokenError extends Error {
  override readonly name = 'ChainBrokenError';
}

/** The chain of the paying account, as its node has it now, and all that the ledger has not decided on. */
export interface Chain {
  readonly payer: LedgerAccount;
  /** By their place in the chain, then as they were made. */
  readonly open: readonly PaymentBatch[];
}

/** @throws {LedgerFailure}; {Error} where the wallet signs for another account than this server's. */
export async function readChain(ctx: SettlingContext): Promise<Chain> {
  const payer = await ctx.ledger.readOwnAccount();
  if (payer.address !== ctx.config.ledgerAddress)
    throw new Error(
      `the wallet signs for ${payer.address}, this server pays from ${ctx.config.ledgerAddress} (ADGATE_LEDGER_ADDRESS)`,
    );
  return { payer, open: await ctx.paymentBatches.listOpen() };
}

/** Open batches whose number the account is past. */
export const passedOf = ({ payer, open }: Chain): readonly PaymentBatch[] =>
  open.filter(({ position }) => position.messageId < payer.messageId);

/** The batch that the account's chain goes on with; undefined: none is signed for its place. */
export const sendableOf = ({ payer, open }: Chain): PaymentBatch | undefined =>
  open.findLast(({ isAbandoned, position }) => !isAbandoned && isSamePosition(position, payer));

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
  { payer, open, terms }: Chain & { readonly terms: DueTerms },
): Promise<void> {
  const { position: known } = turn.settlement;
  const isFollowed = known === null || reaches(known, payer, open);
  if (known !== null) {
    if (isSamePosition(known, payer)) return;
    if (!isFollowed && payer.messageId < known.messageId)
      throw new ChainBrokenError(
        `the node has the account ${payer.address} at msid ${payer.messageId}, it was at ${known.messageId}: nothing is sent until it is there again`,
      );
    if (!isFollowed) await meetForeign(ctx, turn, { payer, open, terms });
  }
  const { messageId, hash } = payer;
  await turn.write({ position: { messageId, hash }, positionAt: ctx.now() });
  if (!isFollowed)
    throw new ChainBrokenError(
      `account ${payer.address} was used by other means: it is at msid ${messageId}. What the ledger has not taken is prepared anew when that is certain`,
    );
}

/** Says that transactions lead from one position to another, or that a lost block has led back to it. */
export function reaches(
  known: ChainPosition,
  payer: ChainPosition,
  open: readonly Pick<SignedTransaction, 'position' | 'next'>[],
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
