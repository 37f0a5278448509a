/** How a campaign stands with being shown: the first that is true. */
export const servingStates = [
  'draft',
  'paused',
  'suspended',
  'ended',
  'scheduled',
  'waiting_for_review',
  'rejected_by_operator',
  'no_active_creative',
  'creatives_not_scheduled',
  'no_exchange_rate',
  'limited_by_budget',
  'limited_by_frequency',
  'limited_by_page',
  'outbid',
  'limited_by_unseen',
  'limited_by_priority',
  'too_narrow',
  'no_inventory',
  'rejected_by_publishers',
  'running',
] as const;
export type ServingState = (typeof servingStates)[number];
