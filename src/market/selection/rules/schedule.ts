import type { ClausesRule } from '../rule';
import type { Targeting } from '../types';

const noHours: readonly Targeting[] = [];

/** The campaign runs in this hour of its week. @see docs/contract.md §4 */
export const schedule = {
  kind: 'clauses',
  nonBidReason: 'notScheduled',
  statusCode: 510,
  terms: ({ schedule }) => schedule,
  ask: ({ context: { hoursOfWeek } }) => (hoursOfWeek ? [hoursOfWeek] : noHours),
  explain: ({ schedule }, { context: { hoursOfWeek } }) => {
    const [clock = ''] = schedule.keys();
    return `hour ${hoursOfWeek?.get(clock)?.[0]} of the week by the clock of ${clock}`;
  },
} as const satisfies ClausesRule;
