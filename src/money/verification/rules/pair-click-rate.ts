import { isClickTooMuch, isOfClicker } from '../judge/click-share';
import type { EventRule } from '../judge/event-rule';

export const pairClickRate: EventRule = {
  reason: 'pair_click_rate',
  description:
    'The visitor’s network, on sites of this publisher, had clicked on more of this advertiser’s views in that hour than people do.',
  refusesEvent: (event, facts) =>
    isClickTooMuch(event, facts, 'pair') || isOfClicker(event, facts, 'pair'),
};
