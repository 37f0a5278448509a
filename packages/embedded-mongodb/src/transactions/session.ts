import { type Doc, toDoc } from '../bson/values';
import type { Transaction } from './transaction';

/** The state of a session's last transaction number. */
export type Stage = 'retryable' | 'open' | 'committed' | 'aborted';

/** A driver's session: one transaction or retryable write at a time, numbered upwards. */
export class Session {
  txnNumber = -1n;
  stage: Stage = 'retryable';
  /** By statement id: what was answered for a statement of the retryable write `txnNumber`. */
  statements = new Map<number, Doc>();
  transaction: Transaction | undefined;
  transactionStartedAt = 0;
  /** The connection that the transaction was last used on. */
  connectionId = 0;
  usedAt = 0;
  /** How many commands have the session or wait for it. */
  holders = 0;
  /** Resolves when the command that has the session now is done. */
  tail: Promise<void> = Promise.resolve();

  constructor(
    readonly key: string,
    readonly lsid: Doc,
  ) {}
}

/** Statements in a row with the very same outcome, as a batch of inserts has, are one entry. */
export function toState({ txnNumber, stage, statements }: Session): Doc {
  const runs: [first: number, outcome: Doc, count: number][] = [];
  for (const [id, outcome] of statements) {
    const last = runs.at(-1);
    if (last?.[1] === outcome && last[0] + last[2] === id) last[2] += 1;
    else runs.push([id, outcome, 1]);
  }
  return toDoc({ txnNumber, stage, statements: runs });
}

/** The reverse of `toState`. */
export function applyState(session: Session, state: Doc): void {
  session.txnNumber = state.get('txnNumber') as bigint;
  session.stage = state.get('stage') as Stage;
  // As `toState` has written them.
  const runs = state.get('statements') as [number, Doc, number][];
  session.statements = new Map(
    runs.flatMap(([first, outcome, count]) =>
      Array.from({ length: count }, (_, i) => [first + i, outcome] as const),
    ),
  );
}
