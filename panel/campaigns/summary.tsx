import { formatMoney } from '../parts/money';
import { type CampaignValues, hourlyBudgetOf } from './campaign-form';
import { parseDecimal } from './decimal';
import { type Targeting, targetingGroups, type TargetingLevel } from './targeting';

/** What was said in the steps before. */
export function Summary({ values }: { readonly values: CampaignValues }) {
  const { name, landingUrl, medium, vendor, maxCpm, maxCpc, startsAt, endsAt, creatives } = values;
  const rows = [
    ['Name', name],
    ['Where', vendor || medium],
    ['Landing page', landingUrl],
    ['Budget', budgetText(values)],
    ['1,000 views', maxCpm === '' ? 'automatic' : `${maxCpm} USD`],
    ['A click', maxCpc === '' ? 'free' : `${maxCpc} USD`],
    ['Runs', `${timeText(startsAt, 'from now')} – ${timeText(endsAt, 'until you stop it')}`],
    ['Required', featuresText(values.targeting, 'requires') || 'nothing'],
    ['Excluded', featuresText(values.targeting, 'excludes') || 'nothing'],
    ['Ads', creatives.map((one) => `${one.name} (${one.scope})`).join(', ')],
  ] as const;
  return (
    <dl className="facts">
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text === '' ? <span className="soft">missing</span> : text}</dd>
        </div>
      ))}
    </dl>
  );
}

function budgetText(values: CampaignValues): string {
  if (parseDecimal(values.budget) === null) return values.budget;
  return `${formatMoney(hourlyBudgetOf(values), 'USD')} an hour`;
}

const timeText = (local: string, otherwise: string): string =>
  local === ''
    ? otherwise
    : new Date(local).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** What is required or excluded, as the taxonomy names it. */
export function featuresText(targeting: Targeting, level: TargetingLevel): string {
  return targetingGroups
    .flatMap((group) => Object.entries(targeting[level][group] ?? {}))
    .map(([option, values]) => `${option}: ${values.join(', ')}`)
    .join('; ');
}
