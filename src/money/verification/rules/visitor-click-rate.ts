import { isClickTooMuch, isOfClicker } from '../judge/click-share';
import type { EventRule } from '../judge/event-rule';

export const visitorClickRate: EventRule = {
  reason: 'visitor_click_rate',
  description:
    'The visitor had clicked on more of this advertiser’s views in that hour than people do.',
  refusesEvent: (event, facts) =>
    isClickTooMuch(event, facts, 'visitor') || isOfClicker(event, facts, 'visitor'),
};
