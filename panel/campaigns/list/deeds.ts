import { request, sendOnLeaving } from '../../graphql/request';
import type { Deed } from '../../list/bulk-bar';
import { t } from '../../texts/texts';
import { cloneCampaignDocument, deleteCampaignDocument, updateCampaignDocument } from '../campaign';
import type { ShortCampaign } from './listed-campaign';

const putStatus = (status: 'active' | 'inactive') => (one: ShortCampaign) =>
  request(updateCampaignDocument, { id: one.id, input: { status } });

const start: Deed<ShortCampaign> = {
  label: t('common.start'),
  isFor: ({ status }) => status !== 'active',
  work: putStatus('active'),
  atOnce: 4,
  news: (count) => t('campaignList.areStarted', { count }),
};

/** The deeds with campaigns that are chosen. */
export const campaignDeeds: readonly Deed<ShortCampaign>[] = [
  {
    label: t('common.stop'),
    isFor: ({ status }) => status === 'active',
    work: putStatus('inactive'),
    atOnce: 4,
    news: (count) => t('campaignList.areStopped', { count }),
    undo: start,
  },
  start,
  {
    label: t('common.copy'),
    isFor: () => true,
    work: ({ id }) => request(cloneCampaignDocument, { id }),
    // Two copies of the same name, made at once, would get the same number.
    atOnce: 1,
    news: (count) => t('campaignList.areCopied', { count }),
  },
];

export const campaignDeletion = {
  work: ({ id }: ShortCampaign) => request(deleteCampaignDocument, { id }),
  onLeaving: ({ id }: ShortCampaign) => {
    sendOnLeaving(deleteCampaignDocument, { id });
  },
  news: (count: number) => t('campaignList.areDeleted', { count }),
  queryKey: ['campaigns'],
} as const;
