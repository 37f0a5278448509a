import { formatMoney, formatShort } from '../parts/money';
import { locale, t } from '../texts/texts';
import type { Figures, Side } from './figures';

type Unit = 'count' | 'rate' | 'USD';

/** Something that is counted, and how it is written. */
export interface Series {
  readonly name: keyof Figures;
  readonly label: string;
  readonly unit: Unit;
}

/** The same for both sides, each with its own words for money. */
type SomeSeries = readonly [Series, ...Series[]];

const counted: SomeSeries = [
  { name: 'validViews', label: t('statistics.seriesViews'), unit: 'count' },
  { name: 'validClicks', label: t('statistics.seriesClicks'), unit: 'count' },
];
const rates: readonly Series[] = [
  { name: 'uniqueViews', label: t('statistics.uniqueViews'), unit: 'count' },
  { name: 'invalidViewRate', label: t('statistics.invalidViews'), unit: 'rate' },
  { name: 'invalidClickRate', label: t('statistics.invalidClicks'), unit: 'rate' },
  { name: 'measuredViewRate', label: t('statistics.measuredViews'), unit: 'rate' },
];
const clickRate: Series = { name: 'clickRate', label: t('statistics.clickRate'), unit: 'rate' };

/** The first four are the most important ones. */
export const seriesOf: Readonly<Record<Side, SomeSeries>> = {
  advertiser: [
    ...counted,
    { name: 'cost', label: t('statistics.cost'), unit: 'USD' },
    clickRate,
    { name: 'cpm', label: t('statistics.costOf1000Views'), unit: 'USD' },
    { name: 'cpc', label: t('statistics.costOfAClick'), unit: 'USD' },
    { name: 'conversions', label: t('statistics.conversions'), unit: 'count' },
    ...rates,
  ],
  publisher: [
    { name: 'revenue', label: t('statistics.revenue'), unit: 'USD' },
    ...counted,
    clickRate,
    { name: 'rpm', label: t('statistics.revenueOf1000Views'), unit: 'USD' },
    { name: 'rpc', label: t('statistics.revenueOfAClick'), unit: 'USD' },
    ...rates,
  ],
  operator: [
    { name: 'requests', label: t('statistics.finds'), unit: 'count' },
    { name: 'fillRate', label: t('statistics.fill'), unit: 'rate' },
    { name: 'cost', label: t('statistics.spend'), unit: 'USD' },
    { name: 'revenue', label: t('statistics.revenue'), unit: 'USD' },
    { name: 'fees', label: t('statistics.fees'), unit: 'USD' },
    ...counted,
    clickRate,
    { name: 'conversions', label: t('statistics.conversions'), unit: 'count' },
    ...rates,
    { name: 'serverErrors', label: t('statistics.serverErrors'), unit: 'count' },
    { name: 'clientErrors', label: t('statistics.clientErrors'), unit: 'count' },
  ],
};

/** The series in a side's charts unless another series is chosen. */
export const firstSeries: Readonly<Record<Side, keyof Figures>> = {
  advertiser: 'validViews',
  publisher: 'revenue',
  operator: 'requests',
};

export const findSeries = (side: Side, name: string | undefined): Series =>
  seriesOf[side].find((one) => one.name === (name ?? firstSeries[side])) ?? seriesOf[side][0];

const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });

/** A value in the person's way of writing; a dash where there is none. */
export function formatFigure(figures: Figures, { name, unit }: Series): string {
  const value = figures[name];
  if (value === null) return '–';
  return typeof value === 'number' ? formatNumber(value, unit) : formatShort(value, 'USD');
}

export const formatCount = (value: number): string => counts.format(value);

/** A share from 0 to 1. */
export const formatShare = (share: number): string => percents.format(share);

const formatNumber = (value: number, unit: Unit): string =>
  (unit === 'rate' ? percents : counts).format(value);

/** A value beside a chart, which is drawn and not accounted: a float will do. */
export const formatTick = (value: number, unit: Unit): string =>
  unit === 'USD' ? formatMoney(value.toFixed(6), 'USD') : formatNumber(value, unit);

export function toPoint(figures: Figures, { name }: Series): number | null {
  const value = figures[name];
  return value === null ? null : Number(value);
}

const changes = new Intl.NumberFormat(locale, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** How much a value is above the one before: `+12%`; null where there is nothing to compare with. */
export function formatChange(now: Figures, before: Figures, series: Series): string | null {
  const [value, former] = [toPoint(now, series), toPoint(before, series)];
  if (value === null || former === null || former === 0) return null;
  const change = (value - former) / former;
  return change > 99 ? null : changes.format(change);
}
