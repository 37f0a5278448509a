import { t } from '../texts/texts';
import type { CampaignValues, Delivery } from './campaign-form';
import { categoryTerms } from './category-fields';
import { priorityText } from './priority-fields';
import { rotationTerms } from './rotation';

/** How often, when, to whom and in which order a campaign is shown: names of terms, and each in words. */
export function deliveryRows(campaign: Delivery): readonly (readonly [string, string])[] {
  const { showsOnPeers, excludedPeers, requiresViewability, unmeasuredPrice } = campaign;
  return [
    [t('campaigns.pace'), paces[campaign.pacing]],
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
  ];
}

function scheduleText({ schedule, scheduleClock, timeZone }: Delivery): string {
  if (schedule === null) return t('campaigns.always');
  const hours = schedule.join('; ');
  return scheduleClock === 'visitor'
    ? t('campaigns.hoursByVisitorsClock', { hours })
    : `${hours} (${timeZone})`;
}

function modifiersText({ bidModifiers, timeZone }: Delivery): string {
  if (bidModifiers.length === 0) return t('campaigns.noModifiers');
  return `${bidModifiers.join('; ')} (${timeZone})`;
}

function capsText({ frequencyCaps, showsToUnknownVisitors }: Delivery): string {
  if (frequencyCaps === null) return t('campaigns.noCaps');
  const caps = frequencyCaps.join('; ');
  return showsToUnknownVisitors
    ? t('campaigns.capsWithUnknown', { caps })
    : t('campaigns.capsKnownOnly', { caps });
}

const paces: Readonly<Record<CampaignValues['pacing'], string>> = {
  even: t('campaigns.evenlyOverTime'),
  front_loaded: t('campaigns.paceMoreAtFirst'),
  asap: t('campaigns.paceAsFastAsPossible'),
};
