import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { SentEntry } from '../../platform/ledger/log-page';

/** What the paying account has sent from a time on, oldest first; read page by page, while somebody takes it. */
export async function* eachSentEntry(
  ledger: LedgerClient,
  from: Date,
): AsyncGenerator<SentEntry, void> {
  for await (const { sent } of ledger.readLog(from)) yield* sent;
}
