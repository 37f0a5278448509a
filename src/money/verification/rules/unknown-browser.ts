import type { EventRule } from '../judge/event-rule';

export const unknownBrowser: EventRule = {
  reason: 'unknown_browser',
  description:
    'It came from a site of the web, by no browser that is known, and no tag vouched for it.',
  refusesEvent: ({ invalidTraffic }) => invalidTraffic === 'unknown_browser',
};
