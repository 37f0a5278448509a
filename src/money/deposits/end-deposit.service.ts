import { AppError, invalid, notFound } from '../../errors';
import { isUuid, toId } from '../../id';
import type { ClosedTransaction } from '../../platform/ledger/closed-transaction';
import { awaitedIdOf } from './awaited-transfer';
import type { Deposit } from './deposit';
import type { DepositContext } from './deposit.context';

/** `NNNN:MMMMMMMM:PPPP`, as the ledger names transactions. @see docs/ledger-protocol.md §2 */
const transactionIdPattern = /^[0-9A-F]{4}:[0-9A-F]{8}:[0-9A-F]{4}$/;

/**
 * Ends the waiting for a deposit that was taken back and cannot come again: the sender's chain has another transaction
 * by the deposit's number, which pays the server nothing. The withdrawals of its account go on then, unless its
 * funds are below 0. Should a block have the deposit all the same, the deposit is booked again.
 *
 * @param other the id of that other transaction
 * @throws {AppError} `NOT_FOUND`; `CONFLICT` for a deposit that does not wait, and for a transaction that does not end
 * the waiting; `VALIDATION_FAILED` for a text that is no id of a transaction; `SERVICE_UNAVAILABLE` without a wallet.
 */
export async function endDeposit(
  ctx: DepositContext,
  { id, other }: { readonly id: string; readonly other: string },
): Promise<Deposit> {
  parseTransactionId(other);
  const deposit = isUuid(id) ? await ctx.deposits.findById(toId(id)) : null;
  if (!deposit) throw notFound('deposit', id);
  if (deposit.endedById === other) return deposit;
  assertWaits(deposit);
  await assertInItsPlace(ctx, deposit, other);
  const ended = { ...deposit, endedAt: ctx.now(), endedById: other };
  const { ledgerAddress } = deposit;
  return ctx.inTransaction(async (session) => {
    if (!(await ctx.deposits.end(ended, session)))
      throw new AppError('CONFLICT', `deposit ${id} has changed`);
    await ctx.awaitedTransfers.remove(awaitedIdOf(ledgerAddress, deposit), session);
    return ended;
  });
}

/** @throws {AppError} `VALIDATION_FAILED` for a text that is no id of a transaction. */
export function parseTransactionId(text: string): string {
  if (transactionIdPattern.test(text)) return text;
  throw invalid({ transaction: ['must be the id of a transaction: NNNN:MMMMMMMM:PPPP'] });
}

function assertWaits({ id, reversedAt, successorId, endedById }: Deposit): void {
  if (reversedAt === null)
    throw new AppError('CONFLICT', `deposit ${id} was not taken back: it is booked`);
  if (successorId !== null)
    throw new AppError('CONFLICT', `deposit ${id} has come again as deposit ${successorId}`);
  if (endedById !== null)
    throw new AppError('CONFLICT', `deposit ${id} was ended by transaction ${endedById}`);
}

/** The ledger takes one transaction for each number of an account. @see docs/ledger-protocol.md §4 */
async function assertInItsPlace(
  { ledger }: DepositContext,
  { id, sender, messageId, ledgerAddress }: Deposit,
  other: string,
): Promise<void> {
  if (ledger === null)
    throw new AppError('SERVICE_UNAVAILABLE', 'this asks the ledger: set ADGATE_WALLET_URL');
  const word = await ledger.lookUp(other);
  if (word.state !== 'closed')
    throw new AppError('CONFLICT', `no closed block of the ledger has transaction ${other}`);
  const { transaction } = word;
  if (messageId === null || transaction.sender !== sender || transaction.messageId !== messageId)
    throw new AppError(
      'CONFLICT',
      `transaction ${other} is number ${transaction.messageId} of ${transaction.sender}, deposit ${id} was number ${messageId ?? 'not kept'} of ${sender}`,
    );
  if (paysTo(transaction, ledgerAddress))
    throw new AppError(
      'CONFLICT',
      `transaction ${other} pays ${ledgerAddress}: it is booked itself`,
    );
}

const paysTo = ({ wires }: ClosedTransaction, address: string): boolean =>
  wires.some((wire) => wire.address === address && wire.amount > 0n);
