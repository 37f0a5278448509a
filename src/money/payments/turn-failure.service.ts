import { LedgerFailure } from '../../platform/ledger/ledger-failure';
import { ChainBrokenError } from './chain/chain.service';
import { oneLineOf } from '../../platform/ledger/one-line';
import type { SettlementTurn, SettlingContext } from './payment.context';
import { type TurnFailure, TurnLostError } from './settlement.store';

/**
 * Stores why a turn has failed, and since when turns do. A turn that was stopped, or that lost its place to another one,
 * has not failed. Never throws: the failure itself is what its caller throws.
 */
export async function noteFailure(
  ctx: SettlingContext,
  { fence, signal }: SettlementTurn,
  error: unknown,
): Promise<void> {
  if (signal.aborted || error instanceof TurnLostError) return;
  try {
    const before = (await ctx.settlements.get()).failure;
    const since = before?.since ?? ctx.now();
    const failure: TurnFailure = { kind: kindOf(error), text: oneLineOf(error), since };
    await ctx.inTransaction((session) => ctx.settlements.change(fence, { failure }, session));
  } catch (problem) {
    ctx.log.warn({ err: problem }, 'why a turn of settlement has failed could not be stored');
  }
}

/** @throws {TurnLostError} */
export async function noteSuccess(ctx: SettlingContext, { fence }: SettlementTurn): Promise<void> {
  if ((await ctx.settlements.get()).failure === null) return;
  const changes = { failure: null };
  await ctx.inTransaction((session) => ctx.settlements.change(fence, changes, session));
}

function kindOf(error: unknown): TurnFailure['kind'] {
  if (error instanceof LedgerFailure) return 'ledger';
  return error instanceof ChainBrokenError ? 'chain' : 'other';
}
