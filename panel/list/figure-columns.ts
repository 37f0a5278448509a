import { formatShort } from '../parts/money';
import { formatCount, formatShare } from '../statistics/series';
import { t } from '../texts/texts';

/** A column by an order, and its head. */
export type Column<Order extends string> = readonly [Order, string];

interface Counted {
  readonly validViews: number;
  readonly validClicks: number;
  readonly clickRate: number | null;
}
interface Demand extends Counted {
  readonly cost: string | null;
  readonly cpm: string | null;
}
interface Supply extends Counted {
  readonly revenue: string | null;
  readonly rpm: string | null;
}

const none = '–';
const usdOf = (amount: string | null) => (amount === null ? none : formatShort(amount, 'USD'));

const views = {
  order: 'views',
  label: t('statistics.seriesViews'),
  write: ({ validViews }: Counted) => formatCount(validViews),
} as const;
const clicks = {
  order: 'clicks',
  label: t('statistics.seriesClicks'),
  write: ({ validClicks }: Counted) => formatCount(validClicks),
} as const;
const clickRate = {
  order: 'click_rate',
  label: t('list.clickRate'),
  write: ({ clickRate: rate }: Counted) => (rate === null ? none : formatShare(rate)),
} as const;

/** Of an advertiser's things. */
export const demandColumns = [
  views,
  clicks,
  clickRate,
  { order: 'cost', label: t('statistics.cost'), write: ({ cost }: Demand) => usdOf(cost) },
  { order: 'cpm', label: t('list.cpm'), write: ({ cpm }: Demand) => usdOf(cpm) },
] as const;

/** Of a publisher's. */
export const supplyColumns = [
  {
    order: 'revenue',
    label: t('statistics.revenue'),
    write: ({ revenue }: Supply) => usdOf(revenue),
  },
  views,
  clicks,
  clickRate,
  { order: 'rpm', label: t('list.rpm'), write: ({ rpm }: Supply) => usdOf(rpm) },
] as const;

/** The orders and heads of columns of figures. */
export const headsOf = <Order extends string>(
  columns: readonly { readonly order: Order; readonly label: string }[],
): readonly Column<Order>[] => columns.map(({ order, label }) => [order, label]);
