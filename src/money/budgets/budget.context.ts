import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { Inventory } from '../../market/inventory/inventory';
import type { BookStore } from '../books/book.store';
import type { Rates } from '../rates/rates';
import type { BudgetGate } from './budget-gate';
import type { CampaignHourStore } from './campaign-hour.store';

/** The context of keeping and spending budgets. */
export interface BudgetContext extends CampaignContext {
  readonly accounts: AccountStore;
  readonly books: BookStore;
  readonly rates: Rates;
  readonly inventory: Inventory;
  readonly campaignHours: CampaignHourStore;
  readonly offerGate: BudgetGate;
}
