import type { LedgerFailure } from '../../platform/ledger/ledger-failure';

const longest = 200;

/** A failure of the ledger, in words for people. */
export function oneLineOf({ message, ledgerCode }: LedgerFailure): string {
  const line = message.split('\n', 1)[0]!.slice(0, longest);
  return ledgerCode === null ? line : `${line} (ledger error ${ledgerCode})`;
}
