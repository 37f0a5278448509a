import type { Amount } from '../../amount';
import type { AccountOfHour, CampaignHourStore, CampaignOfHour } from './campaign-hour.store';
import type { HeldSlice } from './held-slice';
import type { BudgetSlice } from './hour-tallies.store';

/** Money that a gateway has set aside and did not use, until it is given back. */
export interface UnusedSlices {
  /** @param rest what is left, and of which minute; null: nothing */
  note(held: HeldSlice, rest: { readonly amount: Amount; readonly minuteAt: number } | null): void;
  /** Money that cannot be given back lapses. */
  giveBack(): Promise<void>;
}

export function createUnusedSlices(
  store: Pick<CampaignHourStore, 'giveBack' | 'accounts'>,
): UnusedSlices {
  let ofCampaigns: BudgetSlice<CampaignOfHour>[] = [];
  let ofAccounts: BudgetSlice<AccountOfHour>[] = [];
  return {
    note({ campaign, isLimited }, rest) {
      if (rest === null) return;
      const { id: campaignId, advertiserId } = campaign;
      const slice = { at: new Date(rest.minuteAt), amount: rest.amount };
      ofCampaigns.push({ owner: { campaignId, advertiserId }, ...slice });
      if (isLimited) ofAccounts.push({ owner: { advertiserId }, ...slice });
    },
    async giveBack() {
      const [campaigns, accounts] = [ofCampaigns, ofAccounts];
      ofCampaigns = [];
      ofAccounts = [];
      await store.giveBack(campaigns);
      await store.accounts.giveBack(accounts);
    },
  };
}
