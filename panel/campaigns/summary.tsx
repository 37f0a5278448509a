import { entriesOf } from '../form-lines';
import { PlaceName } from '../parts/place-name';
import { Facts } from '../parts/facts';
import { locale, t } from '../texts/texts';
import {
  type CampaignValues,
  describeHourlyBudget,
  emptyCampaign,
  type NewCreative,
  toDelivery,
  toTime,
} from './campaign-form';
import { timesText } from './creative-times';
import { parseDecimal } from './decimal';
import { deliveryRows } from './delivery-terms';
import { listFeatures, type Targeting, type TargetingLevel } from './targeting';
import { type TargetingNames, useTargetingNames } from './targeting-names';

/** The answers of the steps before. */
export function Summary({ values }: { readonly values: CampaignValues }) {
  const { name, landingUrl, medium, vendor, maxCpm, maxCpc, startsAt, endsAt, creatives } = values;
  const names = useTargetingNames(medium, vendor || null);
  const rows = [
    [t('common.name'), name],
    [t('campaigns.where'), <PlaceName key="where" medium={medium} vendor={vendor || null} />],
    [t('campaigns.landingPage'), landingUrl],
    [t('campaigns.budget'), describeHourlyBudget(values) ?? ''],
    ...periodRows(values),
    [t('campaigns.thousandViews'), maxCpm === '' ? t('campaigns.automatic') : usdText(maxCpm)],
    [t('campaigns.aClick'), maxCpc === '' ? t('campaigns.free') : usdText(maxCpc)],
    [
      t('campaigns.runs'),
      `${timeText(startsAt, t('campaigns.fromNow'))} – ${timeText(endsAt, t('campaigns.untilYouStopIt'))}`,
    ],
    ...chosenRows(values),
    [
      t('common.required'),
      featuresText(values.targeting, 'requires', names) || t('campaigns.nothing'),
    ],
    [
      t('common.excluded'),
      featuresText(values.targeting, 'excludes', names) || t('campaigns.nothing'),
    ],
    [t('campaigns.ads'), creatives.map(adText).join(', ')],
  ] as const;
  const missing = <span className="soft">{t('campaigns.missing')}</span>;
  return <Facts rows={rows.map(([term, text]) => [term, text === '' ? missing : text])} />;
}

/** An ad with its size, and with its caps and times where it has some. */
function adText({ name, scope, frequencyCaps = '', startsAt = '', endsAt = '' }: NewCreative) {
  const times = timesText({ startsAt: toTime(startsAt), endsAt: toTime(endsAt) });
  const terms = [scope, ...(entriesOf(frequencyCaps) ?? []), ...(times === null ? [] : [times])];
  return `${name} (${terms.join('; ')})`;
}

/** Terms of delivery that are not as those of a campaign that nobody has changed. */
function chosenRows(values: CampaignValues) {
  const usual = new Map(deliveryRows(toDelivery(emptyCampaign)));
  return deliveryRows(toDelivery(values)).filter(([term, text]) => usual.get(term) !== text);
}

/** The budgets of longer than an hour that it has. */
const periodRows = ({ budget, budgetPeriod, dailyBudget, totalBudget }: CampaignValues) =>
  (
    [
      // A day's budget bounds the day, too, unless there is a field for that.
      [t('campaigns.dailyBudget'), dailyBudget.trim() || (budgetPeriod === 'day' ? budget : '')],
      [t('campaigns.totalBudget'), totalBudget],
    ] as const
  ).flatMap(([name, typed]) => (typed.trim() === '' ? [] : [[name, usdText(typed)] as const]));

/** Empty where what is typed is no amount. */
const usdText = (typed: string): string =>
  parseDecimal(typed) === null ? '' : t('campaigns.usd', { amount: typed.trim() });

const timeText = (local: string, otherwise: string): string =>
  local === ''
    ? otherwise
    : new Date(local).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** Tells the required or excluded features, as the taxonomy names them. */
export const featuresText = (
  targeting: Targeting,
  level: TargetingLevel,
  { nameOption, nameValue }: TargetingNames,
): string =>
  listFeatures(targeting, level)
    .map(([feature, values]) => {
      const named = values.map((value) => nameValue(feature, value));
      return `${nameOption(feature)}: ${named.join(', ')}`;
    })
    .join('; ');
