import type { EventRule } from '../event-rule';

export const noFunds: EventRule = {
  reason: 'no_funds',
  description: 'The advertiser’s funds and credit did not cover it.',
  refuses: (_event, { charge, means }) => charge > 0n && means !== null && charge > means,
};
