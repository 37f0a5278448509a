import type { DatabaseSession } from '../../platform/database/transaction';
import type { SettlingContext } from './payment.context';
import type { Settlement } from './settlement.store';

/** The right to settle: nobody else has it, unless the lease is lost. */
export interface TurnLease {
  /** Writes are stored only while no later turn has begun. */
  readonly fence: number;
  /** Aborted when the turn ends early. */
  readonly signal: AbortSignal;
}

/**
 * Writes in one transaction, of which what settlers share is a part: that is changed first, so what a later turn has
 * changed is not looked at.
 *
 * @param work is handed the state as it is within the transaction: operators may have changed it meanwhile
 * @throws {TurnLostError} when a later turn has begun: nothing is written then.
 */
type WriteInTurn = <Result>(
  changes: Partial<Settlement>,
  work?: (session: DatabaseSession, settlement: Settlement) => Promise<Result>,
) => Promise<Result | undefined>;

/** A turn of settling: it reads the state that settlers share once, and is the one way to write in it. */
export interface SettlementTurn {
  /** Aborted when the turn ends early. */
  readonly signal: AbortSignal;
  /** The state as it was read, or written last. */
  readonly settlement: Settlement;
  readonly write: WriteInTurn;
}

/** @throws {TurnLostError} when a later turn has begun. */
export async function beginTurn(
  { settlements, inTransaction }: Pick<SettlingContext, 'settlements' | 'inTransaction'>,
  { fence, signal }: TurnLease,
): Promise<SettlementTurn> {
  await settlements.beginTurn(fence);
  let known = await settlements.get();
  return {
    signal,
    get settlement() {
      return known;
    },
    async write(changes, work) {
      const { settlement, result } = await inTransaction(async (session) => {
        const changed = await settlements.change(fence, changes, session);
        return { settlement: changed, result: await work?.(session, changed) };
      });
      known = settlement;
      return result;
    },
  };
}
