import { isClickTooMuch } from '../judge/click-share';
import type { EventRule } from '../judge/event-rule';

export const siteClickRate: EventRule = {
  reason: 'site_click_rate',
  description:
    'The site’s visitors had clicked on more of this advertiser’s views in that hour than people do.',
  refusesEvent: (event, facts) => isClickTooMuch(event, facts, 'site'),
};
