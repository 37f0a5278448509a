import type { PlatformMembers } from '../../platform/platform.members';
import type { IdentityMembers } from '../../identity/identity.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MoneyMembers } from '../money.members';

/** Counting views of other servers' creatives needs this of the context. */
export interface PeerCreditContext
  extends Pick<PlatformMembers, 'log' | 'now' | 'inTransaction' | 'notices'>,
    Pick<IdentityMembers, 'accounts'>,
    Pick<PeersMembers, 'peers' | 'peerMode'>,
    Pick<MoneyMembers, 'peerCredits' | 'peerPaidHours'> {}

/** Finding what other servers have paid for views needs this of the context. */
export interface PeerPriceContext
  extends Pick<PlatformMembers, 'config' | 'now'>,
    Pick<PeersMembers, 'peerCampaigns' | 'peerMode' | 'peerScans'>,
    Pick<MoneyMembers, 'deposits' | 'peerCredits' | 'peerPaidHours' | 'rates'> {}

/** Explaining and booking receipts needs this of the context. */
export interface PeerReceiptContext
  extends PeerCreditContext,
    Pick<PlatformMembers, 'config' | 'ledger'>,
    Pick<PeersMembers, 'peerCalls' | 'peerSettings' | 'peerCampaigns'>,
    Pick<
      MoneyMembers,
      | 'books'
      | 'deposits'
      | 'onVerdicts'
      | 'peerReceipts'
      | 'rates'
      | 'receiptBoosts'
      | 'shownCases'
      | 'verification'
    > {}
