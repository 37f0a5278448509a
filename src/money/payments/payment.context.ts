import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MoneyMembers } from '../money.members';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';

/** The context of the services and jobs of payments. */
export interface PaymentContext
  extends BookContext,
    NoticeContext,
    Pick<PlatformMembers, 'config' | 'ledger' | 'publicUrl' | 'randomBytes' | 'log'>,
    Pick<IdentityMembers, 'accounts' | 'awaitStoredPayments'>,
    Pick<PeersMembers, 'peerMode' | 'peerSettings' | 'peers' | 'peerDirectory' | 'accountKeys'>,
    Pick<
      MoneyMembers,
      | 'addressClaims'
      | 'deposits'
      | 'payments'
      | 'paymentBatches'
      | 'transferOrders'
      | 'payees'
      | 'withdrawals'
      | 'settlements'
      | 'openVerdicts'
      | 'remittances'
      | 'peerEarnings'
      | 'peerTotals'
    > {}

/** The context where there is a wallet. */
export interface SettlingContext extends PaymentContext {
  readonly ledger: LedgerClient;
}
