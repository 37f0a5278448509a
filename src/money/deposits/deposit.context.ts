import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MoneyMembers } from '../money.members';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { NoticeContext } from '../../platform/notices/notice';
import type { ClaimContext } from '../claims/claim.context';

/** The context of the services and jobs of deposits. */
export interface DepositContext
  extends ClaimContext,
    NoticeContext,
    Pick<PlatformMembers, 'ledger'>,
    Pick<PeersMembers, 'peers' | 'peerMode'>,
    Pick<
      MoneyMembers,
      'peerReceipts' | 'peerCredits' | 'deposits' | 'awaitedTransfers' | 'depositCodeKeys'
    > {}

/** The context where there is a wallet. */
export interface ReadingContext extends DepositContext {
  readonly ledger: LedgerClient;
}
