import type { EventRule } from '../judge/event-rule';
import { ran } from '../judge/ran';

export const siteNotRunning: EventRule = {
  reason: 'site_not_running',
  description:
    'The site was not active when its offer was made; or it was rejected by the operator.',
  refusesEvent: ({ occurredAt }, { site }) => !ran(site, occurredAt),
};
