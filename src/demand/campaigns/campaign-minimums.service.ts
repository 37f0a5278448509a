import type { Config } from '../../config';
import type { CampaignContext } from './campaign.context';

/** The least that active campaigns offer, as the operator has set it. */
export const getCampaignMinimums = ({
  config,
}: Pick<CampaignContext, 'config'>): Config['campaignMinimums'] => config.campaignMinimums;
