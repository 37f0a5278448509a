import type { CampaignOrder } from '../../pages/campaigns.search';
import { formatShort } from '../../parts/money';
import { formatCount, formatShare } from '../../statistics/series';
import { t } from '../../texts/texts';
import type { ListedCampaign } from './listed-campaign';

/** A column of figures of a time. */
export interface FigureColumn {
  readonly order: CampaignOrder;
  readonly label: string;
  readonly write: (figures: ListedCampaign['figures']) => string;
}

const none = '–';
const usdOf = (amount: string | null) => (amount === null ? none : formatShort(amount, 'USD'));

export const figureColumns: readonly FigureColumn[] = [
  {
    order: 'views',
    label: t('statistics.seriesViews'),
    write: ({ validViews }) => formatCount(validViews),
  },
  {
    order: 'clicks',
    label: t('statistics.seriesClicks'),
    write: ({ validClicks }) => formatCount(validClicks),
  },
  {
    order: 'click_rate',
    label: t('campaignList.clickRate'),
    write: ({ clickRate }) => (clickRate === null ? none : formatShare(clickRate)),
  },
  { order: 'cost', label: t('statistics.cost'), write: ({ cost }) => usdOf(cost) },
  { order: 'cpm', label: t('campaignList.cpm'), write: ({ cpm }) => usdOf(cpm) },
];

/** A column by an order, and its head. */
type Column = readonly [CampaignOrder, string];

export const textColumns: readonly Column[] = [
  ['name', t('common.name')],
  ['state', t('common.status')],
];

export const numberColumns: readonly Column[] = [
  ['hourly_budget', t('campaigns.budgetAnHour')],
  ['max_cpm', t('campaignList.bid')],
  ...figureColumns.map(({ order, label }) => [order, label] as const),
];

/** Orders of the list, and their names. */
export const orderLabels: readonly Column[] = [
  ['created', t('campaignList.created')],
  ...textColumns,
  ['starts', t('campaigns.starts')],
  ...numberColumns,
];
