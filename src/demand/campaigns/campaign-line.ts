import type { Campaign } from './campaign.resource';

/** The members of a campaign that lists are searched and put in order by. */
export interface CampaignLine
  extends Pick<Campaign, 'id' | 'name' | 'startsAt' | 'hourlyBudget' | 'maxCpm'> {
  /** Its place among all campaigns that its advertiser ever had, from 1. */
  readonly sequence: number;
}

/** A whole campaign, with its place among all of its advertiser's. */
export interface PlacedCampaign extends Campaign, Pick<CampaignLine, 'sequence'> {}
