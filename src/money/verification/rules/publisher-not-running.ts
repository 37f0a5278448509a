import type { EventRule } from '../judge/event-rule';
import { ran } from '../judge/ran';

export const publisherNotRunning: EventRule = {
  reason: 'publisher_not_running',
  description: 'The publisher’s account was suspended, or had lost its role.',
  refusesEvent: ({ occurredAt }, { publisher }) => !ran(publisher, occurredAt),
};
