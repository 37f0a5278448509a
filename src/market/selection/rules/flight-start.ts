import type { AtMostRule } from '../rule';

/** A flight includes its first millisecond. */
export const flightStart = {
  kind: 'atMost',
  nonBidReason: 'flightNotStarted',
  statusCode: 503,
  terms: ({ startsAt }) => startsAt,
  ask: ({ context }) => context.now,
  explain: ({ startsAt }, { context }) => `starts in ${startsAt - context.now} ms`,
} as const satisfies AtMostRule;
