import { Money } from '../parts/money';
import { PlaceName } from '../parts/place-name';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import type { Campaign } from './campaign';
import { rotationTerms } from './rotation';
import { categoryTerms } from './category-fields';
import { priorityText } from './priority-fields';
import { featuresText } from './summary';
import { readTargeting } from './targeting';

/** The campaign's terms, and the word of classifiers on it. */
export function CampaignTerms({ campaign }: { readonly campaign: Campaign }) {
  const { landingUrl, medium, vendor, hourlyBudget, pacing, maxCpm, maxCpc, startsAt, endsAt } =
    campaign;
  const { showsOnPeers, excludedPeers } = campaign;
  const { requiresViewability, unmeasuredPrice } = campaign;
  const targeting = readTargeting(campaign.targeting);
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
    [t('campaigns.pace'), paces[pacing]],
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
    [t('campaigns.hours'), scheduleText(campaign)],
    [t('campaigns.modifiers'), modifiersText(campaign)],
    [t('campaigns.caps'), capsText(campaign)],
    [t('campaigns.rotation'), rotationTerms(campaign)],
    [t('campaigns.category'), categoryTerms(campaign)],
    [t('campaigns.priority'), priorityText(campaign)],
    [
      t('campaigns.onSitesOfOtherServers'),
      showsOnPeers ? t('campaigns.yesOnPeers') : t('campaigns.noOnPeers'),
    ],
    [t('campaigns.notOnSitesOf'), excludedPeers.join(', ') || t('campaigns.nothing')],
    [
      t('campaigns.viewsThatWereNotMeasured'),
      requiresViewability
        ? t('campaigns.areNotPaid')
        : t('campaigns.percentOfThePrice', { percent: String(unmeasuredPrice) }),
    ],
    [t('campaigns.classified'), classificationsText(campaign)],
    [t('common.required'), featuresText(targeting, 'requires') || t('campaigns.nothing')],
    [t('common.excluded'), featuresText(targeting, 'excludes') || t('campaigns.nothing')],
  ] as const;
  return (
    <section className="card" aria-labelledby="terms">
      <h2 id="terms">{t('campaigns.terms')}</h2>
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

function budgetText(amount: string | null) {
  return amount === null ? t('campaigns.noBound') : <Money amount={amount} unit="USD" isShort />;
}

function scheduleText({ schedule, scheduleClock, timeZone }: Campaign): string {
  if (schedule === null) return t('campaigns.always');
  const hours = schedule.join('; ');
  return scheduleClock === 'visitor'
    ? t('campaigns.hoursByVisitorsClock', { hours })
    : `${hours} (${timeZone})`;
}

function modifiersText({ bidModifiers, timeZone }: Campaign): string {
  if (bidModifiers.length === 0) return t('campaigns.noModifiers');
  return `${bidModifiers.join('; ')} (${timeZone})`;
}

function capsText({ frequencyCaps, showsToUnknownVisitors }: Campaign): string {
  if (frequencyCaps === null) return t('campaigns.noCaps');
  const caps = frequencyCaps.join('; ');
  return showsToUnknownVisitors
    ? t('campaigns.capsWithUnknown', { caps })
    : t('campaigns.capsKnownOnly', { caps });
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

const paces: Readonly<Record<Campaign['pacing'], string>> = {
  even: t('campaigns.evenlyOverTime'),
  front_loaded: t('campaigns.paceMoreAtFirst'),
  asap: t('campaigns.paceAsFastAsPossible'),
};

const statusTexts: Readonly<Record<Campaign['classifications'][number]['status'], string>> = {
  new: t('campaigns.notLookedAtYet'),
  in_progress: t('campaigns.beingLookedAt'),
  success: t('campaigns.classifiedDone'),
  failure: t('campaigns.refused'),
  error: t('campaigns.couldNotBeLookedAt'),
};
