import type { EventRule } from '../event-rule';

export const impressionRejected: EventRule = {
  reason: 'impression_rejected',
  description: 'The view of the same case was rejected.',
  refuses: (_event, { view }) => view?.status === 'rejected',
};
