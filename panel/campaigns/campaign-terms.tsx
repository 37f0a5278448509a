import { Money } from '../parts/money';
import { When } from '../parts/when';
import type { Campaign } from './campaign';
import { featuresText } from './summary';
import { readTargeting } from './targeting';

/** What the campaign was made with, and what classifiers say of it. */
export function CampaignTerms({ campaign }: { readonly campaign: Campaign }) {
  const { landingUrl, medium, vendor, hourlyBudget, pacing, maxCpm, maxCpc, startsAt, endsAt } =
    campaign;
  const targeting = readTargeting(campaign.targeting);
  const rows = [
    ['Where', vendor ?? medium],
    [
      'Landing page',
      <span key="url" className="mono">
        {landingUrl}
      </span>,
    ],
    ['Budget an hour', <Money key="budget" amount={hourlyBudget} unit="USD" />],
    ['Pace', pacing === 'even' ? 'evenly over the hour' : 'as fast as possible'],
    ['1,000 views', maxCpm === null ? 'automatic' : <Money key="cpm" amount={maxCpm} unit="USD" />],
    ['A click', maxCpc === null ? 'free' : <Money key="cpc" amount={maxCpc} unit="USD" />],
    ['Starts', <When key="starts" at={startsAt} />],
    ['Ends', endsAt === null ? 'when you stop it' : <When key="ends" at={endsAt} />],
    ['Classified', classificationsText(campaign)],
    ['Required', featuresText(targeting, 'requires') || 'nothing'],
    ['Excluded', featuresText(targeting, 'excludes') || 'nothing'],
  ] as const;
  return (
    <section className="card" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <dl className="facts">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What classifiers have come to, by which publishers choose. */
function classificationsText({ classifications }: Campaign): string {
  if (classifications.length === 0) return 'by nobody';
  return classifications
    .map(({ classifier, status, keywords }) => {
      const words = keywords === '{}' ? '' : ` (${keywords.replace(/["{}[\]]/g, '')})`;
      return `${classifier}: ${statusTexts[status]}${words}`;
    })
    .join('; ');
}

const statusTexts: Readonly<Record<Campaign['classifications'][number]['status'], string>> = {
  new: 'not looked at yet',
  in_progress: 'being looked at',
  success: 'done',
  failure: 'refused',
  error: 'could not be looked at',
};
