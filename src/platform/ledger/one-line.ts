import { LedgerFailure } from './ledger-failure';

const longest = 200;

/** A failure, in words for people. */
export function oneLineOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split('\n', 1);
  const short = line.slice(0, longest);
  return error instanceof LedgerFailure && error.ledgerCode !== null
    ? `${short} (ledger error ${error.ledgerCode})`
    : short;
}
