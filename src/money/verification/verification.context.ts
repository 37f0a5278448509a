import type { Logger } from 'pino';
import type { Config } from '../../config';
import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { CreativeStore } from '../../demand/creatives/creative.store';
import type { AccountNetworkStore } from '../../identity/accounts/account-network.store';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { EventRemovalContext } from '../../market/events/kept-events';
import type { CreativeResults } from '../../market/inventory/creative-results';
import type { NoticeContext } from '../../platform/notices/notice';
import type { SiteStore } from '../../supply/sites/site.store';
import type { BookContext } from '../books/book.context';
import type { BudgetContext } from '../budgets/budget.context';
import type { RateContext } from '../rates/rate.context';
import type { ConversionVerificationStore } from './conversion-verification.store';
import type { CorrectionStore } from './again/correction.store';
import type { PastEventStore } from './judge/past-event.store';
import type { PreparedPaymentStore } from './again/prepared-payment.store';
import type { TallyStore } from './judge/tally.store';
import type { VerifiedEventStore } from './verified-event.store';
import type { VerdictListener } from './verdict-listener';
import type { VerificationStore } from './verification.store';

/** The context of verifying. */
export interface VerificationContext
  extends BookContext,
    BudgetContext,
    EventRemovalContext,
    RateContext,
    NoticeContext {
  readonly config: Config;
  readonly verification: VerificationStore;
  readonly verifiedEvents: VerifiedEventStore;
  readonly pastEvents: PastEventStore;
  readonly preparedPayments: PreparedPaymentStore;
  readonly corrections: CorrectionStore;
  readonly conversionVerification: ConversionVerificationStore;
  readonly caseTallies: TallyStore;
  readonly campaigns: CampaignStore;
  readonly creatives: CreativeStore;
  readonly sites: SiteStore;
  readonly accounts: AccountStore;
  readonly accountNetworks: AccountNetworkStore;
  readonly creativeResults: CreativeResults;
  readonly onVerdicts: VerdictListener;
  readonly now: () => Date;
  readonly log: Logger;
}
