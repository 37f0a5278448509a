import { campaignStatus } from '../../demand/campaigns/campaign.resource';
import { listAllCampaigns } from '../../demand/campaigns/campaign.service';
import { toDashed } from '../../id';
import { defineCommand } from '../command';
import { listAll, listDetails, listOptions } from '../list-of-all';
import { readId, readOneOf } from '../option-text';

export const campaignList = defineCommand({
  name: 'campaign list',
  summary: 'Lists the campaigns of everybody, by id.',
  details: listDetails,
  options: {
    status: { value: '<status>', description: campaignStatus.values.join(', ') },
    advertiser: { value: '<id>', description: 'only those of this account' },
    ...listOptions,
  },
  async run({ status, advertiser, ...page }, ctx) {
    const filter = {
      status: readOneOf('--status', campaignStatus.values, status),
      advertiserId: readId('--advertiser', advertiser),
    };
    return listAll('campaigns', page, ctx, {
      find: (services, params) => listAllCampaigns(services, filter, params),
      toJson: ({ id, advertiserId, name, status: its, landingUrl }) => ({
        id: toDashed(id),
        advertiserId,
        name,
        status: its,
        landingUrl,
      }),
      toLine: (one) => `${one.id}  ${one.status}  ${one.name}  ${one.landingUrl}`,
    });
  },
});
