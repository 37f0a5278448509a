import { campaignStatus } from '../../demand/campaigns/campaign.resource';
import { listAllCampaigns } from '../../demand/campaigns/campaign.service';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readOneOf, readId } from '../option-text';
import { serviceCommand } from '../service-command';
import { campaignShow } from './campaign-show';

const readStatus = readOneOf(campaignStatus.values);

export const campaignCommands: readonly Command[] = [
  serviceCommand({
    name: 'campaign list',
    summary: 'Lists the campaigns of everybody, by id.',
    details: listDetails,
    options: {
      status: {
        value: '<status>',
        description: campaignStatus.values.join(', '),
        read: readStatus,
      },
      advertiser: { value: '<id>', description: 'only those of this account', read: readId },
      after: afterOption,
    },
    work: (services, { status, advertiser: advertiserId, after }) =>
      listAllCampaigns(services, { status, advertiserId }, sliceAfter(after)),
    print: (campaigns) =>
      printList(
        'campaigns',
        campaigns.map(({ id, advertiserId, name, status, landingUrl }) => ({
          ...{ id, advertiserId, name, status, landingUrl },
        })),
        ({ id, status, name, landingUrl }) => `${id}  ${status}  ${name}  ${landingUrl}`,
      ),
  }),
  campaignShow,
];
