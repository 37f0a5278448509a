import { creativeMembers } from './creatives';
import { type Member, readOnly } from './members';

const conversionMembers: readonly Member[] = [
  { wire: 'uuid', field: 'id' },
  ...readOnly('name', 'limitType', 'eventType', 'type', 'value', 'isValueMutable', 'cost'),
  ...readOnly('occurrences', 'isRepeatable', 'link'),
];

/** @see docs/interface.md "Campaign" */
export const campaignMembers: readonly Member[] = [
  ...readOnly('id', 'createdAt', 'updatedAt', 'secret', 'conversionClick', 'conversionClickLink'),
  {
    wire: 'classifications',
    in: ['answer'],
    members: readOnly('classifier', 'status', 'keywords'),
  },
  { wire: 'targeting', within: 'campaign' },
  {
    wire: 'creatives',
    within: 'campaign',
    in: ['answer', 'create'],
    members: creativeMembers,
    isPage: true,
  },
  { wire: 'bidStrategyUuid', field: 'bidStrategyId', in: ['answer', 'update'] },
  { wire: 'conversions', in: ['answer'], members: conversionMembers, isPage: true },
  { wire: 'status', read: toLowerCase },
  ...readOnly('suspendedReason'),
  { wire: 'name' },
  { wire: 'targetUrl', field: 'landingUrl' },
  { wire: 'maxCpc', read: toAmountText },
  { wire: 'maxCpm', read: toAmountText },
  { wire: 'budget', field: 'hourlyBudget', read: toAmountText },
  { wire: 'medium', in: ['answer', 'create'] },
  { wire: 'vendor', in: ['answer', 'create'] },
  { wire: 'dateStart', field: 'startsAt' },
  { wire: 'dateEnd', field: 'endsAt' },
];

/** Statuses may come in any case. */
function toLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** An amount that a request may give as a number, or as text: decimal text, to 11 digits after the point. */
function toAmountText(value: unknown): unknown {
  return typeof value === 'number' && Math.abs(value) < 1e21 ? value.toFixed(11) : value;
}
