import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { SigningKey } from '../../platform/keys/signing-key.store';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';
import type { DepositStore } from './deposit.store';

/** What the services and jobs of deposits use of the outside. */
export interface DepositContext extends BookContext, NoticeContext {
  readonly config: Config;
  readonly accounts: AccountStore;
  readonly deposits: DepositStore;
  /** Make deposit codes; the first one does, all of them are understood. */
  readonly depositCodeKeys: readonly SigningKey[];
  /** null where the settings name no wallet: this gateway reads no deposits. */
  readonly ledger: LedgerClient | null;
  readonly log: Logger;
}
