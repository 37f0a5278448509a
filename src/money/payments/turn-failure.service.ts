import { LedgerFailure } from '../../platform/ledger/ledger-failure';
import { oneLineOf } from '../../platform/ledger/one-line';
import { ChainBrokenError } from './chain/chain.service';
import type { SettlingContext } from './payment.context';
import type { SettlementTurn } from './settlement-turn';
import { type TurnFailure, TurnLostError } from './settlement.store';

/**
 * Stores why a turn has failed, and since when turns do. A turn that was stopped, or that lost its place to another one,
 * has not failed. Never throws: the failure itself is what its caller throws.
 */
export async function noteFailure(
  { log, now }: Pick<SettlingContext, 'log' | 'now'>,
  turn: SettlementTurn,
  error: unknown,
): Promise<void> {
  if (turn.signal.aborted || error instanceof TurnLostError) return;
  try {
    const since = turn.settlement.failure?.since ?? now();
    const failure: TurnFailure = { kind: kindOf(error), text: oneLineOf(error), since };
    await turn.write({ failure });
  } catch (problem) {
    log.warn({ err: problem }, 'why a turn of settlement has failed could not be stored');
  }
}

/** @throws {TurnLostError} */
export async function noteSuccess(turn: SettlementTurn): Promise<void> {
  if (turn.settlement.failure !== null) await turn.write({ failure: null });
}

function kindOf(error: unknown): TurnFailure['kind'] {
  if (error instanceof LedgerFailure) return 'ledger';
  return error instanceof ChainBrokenError ? 'chain' : 'other';
}
