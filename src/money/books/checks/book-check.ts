import type { PlatformMembers } from '../../../platform/platform.members';
import type { PeersMembers } from '../../../peers/peers.members';
import type { MoneyMembers } from '../../money.members';
import type { BookContext } from '../book.context';
import type { JournalEntry } from '../journal-entry';
import type { KeptLogContext } from '../kept-log/kept-log.context';
import type { EventRemovalContext } from '../../../market/events/kept-events';

/** The context of the checks of the books. */
export interface BookCheckContext
  extends BookContext,
    EventRemovalContext,
    KeptLogContext,
    Pick<PlatformMembers, 'config'>,
    Pick<PeersMembers, 'peers'>,
    Pick<
      MoneyMembers,
      | 'deposits'
      | 'awaitedTransfers'
      | 'chargedEvents'
      | 'payments'
      | 'transferOrders'
      | 'withdrawals'
      | 'paymentBatches'
      | 'peerCredits'
      | 'peerReceipts'
      | 'remittances'
      | 'settlements'
      | 'shownCases'
    > {}

export interface BookCheckResult {
  /** How many things were looked at. */
  readonly checked: number;
  /** The first thing that does not agree, in words; null: everything does. */
  readonly problem: string | null;
  /** Things that it could not look at, or leaves to an operator, in words. */
  readonly left?: string;
}

/** The result of a check that needs the ledger, where no wallet asks the ledger for this server. */
export const withoutLedger: BookCheckResult = {
  ...{ checked: 0, problem: null },
  left: 'nothing was compared with the ledger: ADGATE_WALLET_URL is not set',
};

/**
 * Proves one thing of the books, on a server that runs or not, in memory that does not grow with the number of entries
 * and events.
 */
export type BookCheck = {
  readonly name: string;
  /** The statement that holds when it finds nothing, for people. */
  readonly proves: string;
} & (
  | { readonly run: (ctx: BookCheckContext) => Promise<BookCheckResult> }
  | { readonly start: (ctx: BookCheckContext) => Promise<EntryReader> | EntryReader }
);

/** A check that is shown every entry, in the order of ids: all of them share one pass. */
export interface EntryReader {
  /** @returns what does not agree; null: everything does so far */
  read(entry: JournalEntry): Promise<string | null> | string | null;
  /** Not called once something did not agree. */
  end(): Promise<string | null> | string | null;
  /** How many things were looked at. */
  checked(): number;
  /** Things that it could not look at, in words; null: none. */
  left?(): string | null;
}
