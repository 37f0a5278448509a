import { type Column, demandColumns, headsOf } from '../../list/figure-columns';
import type { CampaignOrder } from '../../pages/campaigns.search';
import { t } from '../../texts/texts';

export const textColumns: readonly Column<CampaignOrder>[] = [
  ['name', t('common.name')],
  ['state', t('common.status')],
];

export const numberColumns: readonly Column<CampaignOrder>[] = [
  ['hourly_budget', t('dashboard.budgetAnHour')],
  ['max_cpm', t('campaignList.bid')],
  ...headsOf<CampaignOrder>(demandColumns),
];

/** Orders of the list, and their names. */
export const campaignHeads: readonly [Column<CampaignOrder>, ...Column<CampaignOrder>[]] = [
  ['created', t('list.created')],
  ...textColumns,
  ['starts', t('campaigns.starts')],
  ...numberColumns,
];
