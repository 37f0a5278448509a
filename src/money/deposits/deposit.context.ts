import type { SigningKeys } from '../../platform/keys/signing-key.store';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { NoticeContext } from '../../platform/notices/notice';
import type { ClaimContext } from '../claims/claim.context';
import type { AwaitedTransferStore } from './awaited-transfer.store';
import type { DepositStore } from './deposit.store';

/** The context of the services and jobs of deposits. */
export interface DepositContext extends ClaimContext, NoticeContext {
  readonly deposits: DepositStore;
  readonly awaitedTransfers: AwaitedTransferStore;
  /** Make deposit codes; the first one does, all of them are understood. */
  readonly depositCodeKeys: SigningKeys;
  /** null where the settings name no wallet: this gateway reads no deposits. */
  readonly ledger: LedgerClient | null;
}

/** The context where there is a wallet. */
export interface ReadingContext extends DepositContext {
  readonly ledger: LedgerClient;
}
