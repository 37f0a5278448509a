import { Facts } from '../parts/facts';
import { Money } from '../parts/money';
import { PlaceName } from '../parts/place-name';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import type { Campaign } from './campaign';
import { deliveryRows } from './delivery-terms';
import { featuresText } from './summary';
import { readTargeting } from './targeting';
import { useTargetingNames } from './targeting-names';

/** The campaign's terms, and the word of classifiers on it. */
export function CampaignTerms({ campaign }: { readonly campaign: Campaign }) {
  const { landingUrl, medium, vendor, hourlyBudget, maxCpm, maxCpc, startsAt, endsAt } = campaign;
  const targeting = readTargeting(campaign.targeting);
  const names = useTargetingNames(medium, vendor);
  const rows = [
    [t('campaigns.where'), <PlaceName key="where" {...{ medium, vendor }} />],
    [
      t('campaigns.landingPage'),
      <span key="url" className="mono">
        {landingUrl}
      </span>,
    ],
    [t('campaigns.behalf'), campaign.behalf ?? t('campaigns.notSaid')],
    [t('campaigns.paidBy'), campaign.paid ?? t('campaigns.paidByTheSame')],
    [t('dashboard.budgetAnHour'), <Money key="budget" amount={hourlyBudget} unit="USD" isShort />],
    [t('campaigns.dailyBudget'), budgetText(campaign.dailyBudget)],
    [t('campaigns.totalBudget'), budgetText(campaign.totalBudget)],
    [
      t('campaigns.thousandViews'),
      maxCpm === null ? t('campaigns.automatic') : <Money key="cpm" amount={maxCpm} unit="USD" />,
    ],
    [
      t('campaigns.aClick'),
      maxCpc === null ? t('campaigns.free') : <Money key="cpc" amount={maxCpc} unit="USD" />,
    ],
    [t('campaigns.starts'), <When key="starts" at={startsAt} />],
    [
      t('campaigns.ends'),
      endsAt === null ? t('campaigns.whenYouStopIt') : <When key="ends" at={endsAt} />,
    ],
    ...deliveryRows(campaign),
    [t('campaigns.classified'), classificationsText(campaign)],
    [t('common.required'), featuresText(targeting, 'requires', names) || t('campaigns.nothing')],
    [t('common.excluded'), featuresText(targeting, 'excludes', names) || t('campaigns.nothing')],
  ] as const;
  return (
    <section className="card" aria-labelledby="terms">
      <h2 id="terms">{t('campaigns.terms')}</h2>
      <Facts rows={rows} />
    </section>
  );
}

function budgetText(amount: string | null) {
  return amount === null ? t('campaigns.noBound') : <Money amount={amount} unit="USD" isShort />;
}

/** Tells the findings of classifiers, by which publishers choose. */
function classificationsText({ classifications }: Campaign): string {
  if (classifications.length === 0) return t('campaigns.byNobody');
  return classifications
    .map(({ classifier, status, keywords }) => {
      const words = keywords === '{}' ? '' : ` (${keywords.replace(/["{}[\]]/g, '')})`;
      return `${classifier}: ${statusTexts[status]}${words}`;
    })
    .join('; ');
}

const statusTexts: Readonly<Record<Campaign['classifications'][number]['status'], string>> = {
  new: t('campaigns.notLookedAtYet'),
  in_progress: t('campaigns.beingLookedAt'),
  success: t('campaigns.classifiedDone'),
  failure: t('campaigns.refused'),
  error: t('campaigns.couldNotBeLookedAt'),
};
