import type { Config } from '../../../config';
import type { LedgerClient } from '../../../platform/ledger/ledger-client';
import type { KeptLogStore } from './kept-log.store';

/** The stores and the ledger that keeping the ledger's log needs. */
export interface KeptLogContext {
  readonly config: Config;
  readonly keptLog: KeptLogStore;
  /** null where there is no wallet: nothing is read, and nothing held against the ledger. */
  readonly ledger: LedgerClient | null;
  readonly now: () => Date;
}
