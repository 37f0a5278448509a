import type { IdentityMembers } from '../../identity/identity.members';
import type { SupplyMembers } from '../../supply/supply.members';
import type { PeersMembers } from '../../peers/peers.members';
import type { MarketMembers } from '../../market/market.members';
import type { MoneyMembers } from '../money.members';
import type { EventRemovalContext } from '../../market/events/kept-events';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';
import type { BudgetContext } from '../budgets/budget.context';
import type { PeerCreditContext } from '../peer-receipts/peer-receipt.context';
import type { RateContext } from '../rates/rate.context';

/** The context of verifying. */
export interface VerificationContext
  extends BookContext,
    BudgetContext,
    EventRemovalContext,
    RateContext,
    NoticeContext,
    PeerCreditContext,
    Pick<IdentityMembers, 'accountNetworks'>,
    Pick<SupplyMembers, 'sites'>,
    Pick<PeersMembers, 'peers' | 'peerCampaigns' | 'peerCreatives'>,
    Pick<MarketMembers, 'creativeResults' | 'hostLooks' | 'hostLookLimiter'>,
    Pick<
      MoneyMembers,
      | 'verification'
      | 'verifiedEvents'
      | 'pastEvents'
      | 'preparedPayments'
      | 'corrections'
      | 'conversionVerification'
      | 'caseTallies'
      | 'peerDays'
      | 'peerTotals'
      | 'convertedCases'
      | 'onVerdicts'
    > {}
