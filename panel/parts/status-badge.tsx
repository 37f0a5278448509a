import { Badge } from '@mantine/core';
import { wordOf } from '../texts/texts';

/** Those that are not here wait, or are stopped, and are no cause for worry. */
const colours: Readonly<Record<string, string>> = {
  active: 'blue',
  confirmed: 'blue',
  accepted: 'blue',
  booked: 'blue',
  reversed: 'red',
  received: 'yellow',
  told: 'yellow',
  unexplained: 'red',
  ok: 'blue',
  allowed: 'blue',
  answering: 'blue',
  found: 'yellow',
  failing: 'yellow',
  unreachable: 'red',
  denied: 'red',
  ready: 'blue',
  starting: 'yellow',
  draining: 'yellow',
  pending: 'yellow',
  suspended: 'red',
  rejected: 'red',
  failed: 'red',
  lost: 'yellow',
  begun: 'yellow',
  returned: 'red',
  running: 'blue',
  scheduled: 'blue',
  limited_by_budget: 'yellow',
  limited_by_frequency: 'yellow',
  limited_by_page: 'yellow',
  limited_by_unseen: 'yellow',
  limited_by_priority: 'yellow',
  outbid: 'yellow',
  too_narrow: 'yellow',
  no_inventory: 'yellow',
  no_active_creative: 'yellow',
  creatives_not_scheduled: 'yellow',
  no_exchange_rate: 'red',
  rejected_by_publishers: 'red',
  rejected_by_operator: 'red',
  waiting: 'yellow',
  waiting_for_review: 'yellow',
};

/** How far something is, in the server's word. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge variant="light" color={colours[status] ?? 'gray'} tt="none">
      {wordOf(status)}
    </Badge>
  );
}
