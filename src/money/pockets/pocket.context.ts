import type { Config } from '../../config';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { NoticeContext } from '../../platform/notices/notice';
import type { BookContext } from '../books/book.context';
import type { CampaignHourStore } from '../budgets/campaign-hour.store';
import type { PayeeStore } from '../payments/due/payee.store';
import type { Rates } from '../rates/rates';
import type { OpenVerdictStore } from '../verification/judge/open-verdict.store';

/** The context of the services of pockets. */
export interface PocketContext extends BookContext, NoticeContext {
  readonly config: Config;
  readonly accounts: AccountStore;
  readonly campaignHours: CampaignHourStore;
  readonly openVerdicts: OpenVerdictStore;
  readonly payees: PayeeStore;
  readonly rates: Rates;
  readonly randomBytes: (length: number) => Buffer;
}
