import type { EventRule } from '../judge/event-rule';
import { ran } from '../judge/ran';

export const campaignNotRunning: EventRule = {
  reason: 'campaign_not_running',
  description:
    'The campaign was not active, or not between its start and its end, when its offer was made; or its advertiser was suspended.',
  refusesEvent: ({ occurredAt }, { campaign, advertiser }) =>
    !ran(campaign, occurredAt) || !ran(advertiser, occurredAt),
};
