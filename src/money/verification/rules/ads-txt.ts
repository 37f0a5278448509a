import type { EventRule } from '../judge/event-rule';

export const adsTxt: EventRule = {
  reason: 'ads_txt',
  description:
    'The campaign is for hosts by name, and the `ads.txt` of this host did not name the other server’s publisher.',
  refusesEvent: (_event, { isNamedByHost }) => isNamedByHost === false,
};
