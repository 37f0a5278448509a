import { creativeMembers } from './creatives';
import { campaignResource } from '../../demand/campaigns/campaign.resource';
import { conversionResource } from '../../demand/conversions/conversion.resource';
import { membersOfResource, readOnly, unshown } from './members';

/** A conversion, inside of its campaign alone. @see docs/interface.md "Campaign" */
const conversionMembers = membersOfResource(conversionResource, [
  { wire: 'uuid', field: 'id' },
  { wire: 'value', says: '10^-11 USD for each; null: each conversion says its own.' },
  { wire: 'cost', says: '10^-11 USD paid for the conversion so far.' },
  ...unshown('campaignId', 'createdAt', 'updatedAt'),
  ...readOnly('link'),
]);

/** A campaign's members that REST calls otherwise, or that are no part of its table. @see docs/interface.md "Campaign" */
export const campaignMembers = membersOfResource(campaignResource, [
  { wire: 'id', says: 'A UUID with dashes.' },
  { wire: 'targetUrl', field: 'landingUrl' },
  { wire: 'budget', field: 'hourlyBudget' },
  { wire: 'dateStart', field: 'startsAt' },
  { wire: 'dateEnd', field: 'endsAt' },
  { wire: 'bidStrategyUuid', field: 'bidStrategyId' },
  { wire: 'targeting', within: 'campaign', in: ['answer', 'create', 'update'] },
  {
    wire: 'creatives',
    within: 'campaign',
    in: ['answer', 'create'],
    members: creativeMembers,
    isPage: true,
    says: 'The campaign’s creatives, oldest first, at most 100.',
  },
  {
    wire: 'conversions',
    in: ['answer'],
    members: conversionMembers,
    isPage: true,
    says: 'The campaign’s conversions, oldest first, at most 100.',
  },
  {
    wire: 'classifications',
    in: ['answer'],
    members: readOnly('classifier', 'status', 'keywords'),
  },
  {
    wire: 'serving',
    in: ['answer'],
    says: 'How the campaign stands with being shown, and why nobody or few see it: `state`, `budgetLimit`, `limitedBudget` (`hour`, `day`, `total`), `keptAwayBy` (an outcome of finds) and its share `keptAwayShare`, the shares `lostToPrice` and `lostToBudget`, `typicalWinningCpm` in USD, and `narrowestFeature`.',
    members: readOnly(
      ...['state', 'budgetLimit', 'limitedBudget', 'keptAwayBy', 'keptAwayShare'],
      ...['lostToPrice', 'lostToBudget'],
      ...['typicalWinningCpm', 'narrowestFeature'],
    ),
  },
  ...readOnly('conversionClickLink'),
]);
