import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { SentEntry } from '../../../platform/ledger/log-page';

/** Transfers of the paying account from a time on, oldest first; read page by page, as they are taken. */
export async function* eachSentEntry(
  ledger: LedgerClient,
  from: Date,
): AsyncGenerator<SentEntry, void> {
  for await (const { sent } of ledger.readLog(from)) yield* sent;
}
