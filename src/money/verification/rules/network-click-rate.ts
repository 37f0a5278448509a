import { isClickTooMuch } from '../judge/click-share';
import type { EventRule } from '../judge/event-rule';

export const networkClickRate: EventRule = {
  reason: 'network_click_rate',
  description:
    'The visitor’s network had clicked on more of this advertiser’s views in that hour than people do.',
  refusesEvent: (event, facts) => isClickTooMuch(event, facts, 'network'),
};
