import { formatShort } from '../parts/money';
import { formatCount, formatShare } from '../statistics/series';
import { t } from '../texts/texts';
import { featureName } from './feature-name';
import type { TargetingNames } from './targeting-names';
import type { Serving } from './use-serving';

/** Says why a campaign is shown less than it might be; null: the campaign itself tells, or it runs. */
export function servingReason(serving: Serving, names: TargetingNames): string | null {
  switch (serving.state) {
    case 'no_exchange_rate':
      return t('campaigns.thereIsNoExchangeRate');
    case 'waiting_for_review':
      return t('campaigns.waitsForReview');
    case 'rejected_by_operator':
      return operatorsReason(serving);
    case 'creatives_not_scheduled':
      return t('delivery.noAdWithinItsTimes');
    case 'limited_by_budget':
      return budgetReason(serving);
    case 'outbid':
      return priceReason(serving);
    case 'too_narrow':
      return serving.narrowestFeature === null
        ? t('campaigns.noPageMeetsTargeting')
        : t('campaigns.noPageMeetsTargetingFeature', {
            feature: featureName(serving.narrowestFeature, names),
          });
    case 'no_inventory':
      return serving.keptAwayBy === 'own_site'
        ? t('delivery.noFindOnAnOwnSite')
        : t('campaigns.noPageOfItsSizes');
    case 'scheduled':
      return serving.keptAwayBy === 'schedule' ? t('delivery.noVisitorInItsHours') : null;
    case 'limited_by_frequency':
    case 'limited_by_page':
    case 'limited_by_unseen':
    case 'limited_by_priority':
      return limitReason(serving);
    case 'rejected_by_publishers':
      return t('campaigns.publishersDoNotTakeIt', {
        count: formatCount(serving.rejectingPublishers),
      });
    default:
      return null;
  }
}

function operatorsReason({ refusedDomain: domain, refusalReason: reason }: Serving): string {
  if (domain === null) return t('campaigns.rejectedByTheOperator');
  return reason === null || reason === ''
    ? t('campaigns.landingRefused', { domain })
    : t('campaigns.landingRefusedBecause', { domain, reason });
}

/** Limits in words, by the outcome of finds. */
const limits: Readonly<Partial<Record<NonNullable<Serving['keptAwayBy']>, string>>> = {
  unknown_visitor: t('delivery.visitorsAreUnknown'),
  frequency: t('delivery.capsKeepItAway'),
  creative_frequency: t('delivery.capsOfAdsKeepItAway'),
  competitor: t('delivery.competitorsKeepItAway'),
  on_page: t('delivery.itIsOnThePage'),
  roadblock: t('delivery.roadblocksKeepItAway'),
  unseen: t('delivery.offersWereNotSeen'),
  priority: t('delivery.prioritiesKeepItAway'),
  share_of_voice: t('delivery.othersVoice'),
};

/** The outcome in words, with its share in the finds that met the targeting. */
function limitReason({ keptAwayBy, keptAwayShare }: Serving): string | null {
  const reason = keptAwayBy && limits[keptAwayBy];
  if (reason === null || reason === undefined) return null;
  return keptAwayShare === null
    ? reason
    : t('delivery.soOften', { reason, share: formatShare(keptAwayShare) });
}

/** Says that the campaign is shown all the same, though less. */
export const isShownLess = ({ state, budgetLimit, lostToPrice, keptAwayShare }: Serving) =>
  (state.startsWith('limited_by_') && keptAwayShare !== null) ||
  (state === 'limited_by_budget' && budgetLimit === null) ||
  (state === 'outbid' && lostToPrice !== null && lostToPrice < 1);

function budgetReason(serving: Serving): string {
  const { budgetLimit, limitedBudget, spent, setAside, lostToBudget } = serving;
  if (limitedBudget === 'day' || limitedBudget === 'total') return periodReason(serving);
  if (budgetLimit === 'lowered')
    return t('campaigns.budgetWasLowered', { amount: formatShort(spent, 'USD') });
  if (budgetLimit === 'set_aside')
    return t('campaigns.restIsSetAside', { amount: formatShort(setAside, 'USD') });
  if (budgetLimit === 'used') return t('campaigns.theBudgetOfThisHour');
  return t('campaigns.budgetKeepsItAway', { share: formatShare(lostToBudget ?? 1) });
}

function periodReason({ budgetLimit, limitedBudget, spentToday, spentInAll }: Serving): string {
  const isDay = limitedBudget === 'day';
  const amount = formatShort(isDay ? spentToday : spentInAll, 'USD');
  if (budgetLimit === 'set_aside')
    return t(isDay ? 'campaigns.restOfDayIsSetAside' : 'campaigns.restOfAllIsSetAside', { amount });
  return t(isDay ? 'campaigns.theBudgetOfThisDay' : 'campaigns.theTotalBudget', { amount });
}

function priceReason({ lostToPrice, typicalWinningCpm }: Serving): string {
  if (lostToPrice === null) return t('campaigns.itsBidNeverWins');
  const share = formatShare(lostToPrice);
  return typicalWinningCpm === null
    ? t('campaigns.othersBidMore', { share })
    : t('campaigns.othersBidMoreTypically', {
        share,
        price: formatShort(typicalWinningCpm, 'USD'),
      });
}
