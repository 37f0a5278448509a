/**
 * Why a call to the ledger came to nothing:
 *
 * - `refused`: the ledger said no, by a number of its own
 * - `unreachable`: nothing has left for the ledger
 * - `unknown`: it left, and whether it was taken nobody has said
 * - `busy`: too much is waiting
 * - `malformed`: one of the two sides does not understand the other
 */
export type LedgerFailureKind = 'refused' | 'unreachable' | 'unknown' | 'busy' | 'malformed';

/** A call to wallet or relay that has failed. */
export class LedgerFailure extends Error {
  override readonly name = 'LedgerFailure';

  /** Number of the ledger's refusal; null for every other kind. @see docs/ledger-protocol.md §9 */
  readonly ledgerCode: number | null;

  constructor(
    readonly kind: LedgerFailureKind,
    message: string,
    { ledgerCode = null, cause }: { readonly ledgerCode?: number | null; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.ledgerCode = ledgerCode;
  }
}

/** Says that the ledger itself has refused, with one of these numbers. */
export function isRefusal(error: unknown, codes: readonly number[]): error is LedgerFailure {
  return error instanceof LedgerFailure && codes.includes(error.ledgerCode ?? -1);
}
