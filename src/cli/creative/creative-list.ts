import { creativeStatus } from '../../demand/creatives/creative.resource';
import { listAllCreatives } from '../../demand/creatives/creative-review.service';
import { defineCommand } from '../command';
import { toCreativeJson } from './creative-text';
import { listAll, listDetails, listOptions } from '../list-of-all';
import { readId, readOneOf } from '../option-text';

export const creativeList = defineCommand({
  name: 'creative list',
  summary: 'Lists the creatives of everybody, by id.',
  details: listDetails,
  options: {
    status: { value: '<status>', description: creativeStatus.values.join(', ') },
    campaign: { value: '<id>', description: 'only those of this campaign' },
    advertiser: { value: '<id>', description: 'only those of this account' },
    ...listOptions,
  },
  async run({ status, campaign, advertiser, ...page }, ctx) {
    const filter = {
      status: readOneOf('--status', creativeStatus.values, status),
      campaignId: readId('--campaign', campaign),
      advertiserId: readId('--advertiser', advertiser),
    };
    return listAll('creatives', page, ctx, {
      find: (services, params) => listAllCreatives(services, filter, params),
      toJson: toCreativeJson,
      toLine: (one) => `${one.id}  ${one.status}  ${one.name}`,
    });
  },
});
