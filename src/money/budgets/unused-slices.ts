import type { AccountOfHour, CampaignHourStore, CampaignOfHour } from './campaign-hour.store';
import type { HeldSlice, UnusedMoney } from './held-slice';
import type { BudgetSlice } from './hour-tallies.store';
import { chunksOf } from '../../non-empty';

/** Money that a gateway has set aside and did not use, until it is given back. */
export interface UnusedSlices {
  /** @param rest null: nothing is left */
  note(held: HeldSlice, rest: UnusedMoney | null): void;
  /** Money that cannot be given back lapses. */
  giveBack(): Promise<void>;
}

/** Slices of one write: finds wait while they are turned into bytes. */
const givenBackAtOnce = 500;

export function createUnusedSlices(
  store: Pick<CampaignHourStore, 'giveBack'> & {
    readonly accounts: Pick<CampaignHourStore['accounts'], 'giveBack'>;
  },
): UnusedSlices {
  let ofCampaigns: BudgetSlice<CampaignOfHour>[] = [];
  let ofAccounts: BudgetSlice<AccountOfHour>[] = [];
  return {
    note({ campaign, isLimited }, rest) {
      if (rest === null) return;
      const { id: campaignId, advertiserId } = campaign;
      const { minuteAt, ...unused } = rest;
      const slice = { at: new Date(minuteAt), ...unused };
      ofCampaigns.push({ owner: { campaignId, advertiserId }, ...slice });
      if (isLimited) ofAccounts.push({ owner: { advertiserId }, ...slice });
    },
    async giveBack() {
      const [campaigns, accounts] = [ofCampaigns, ofAccounts];
      ofCampaigns = [];
      ofAccounts = [];
      for (const some of chunksOf(campaigns, givenBackAtOnce)) await store.giveBack(some);
      for (const some of chunksOf(accounts, givenBackAtOnce)) await store.accounts.giveBack(some);
    },
  };
}
