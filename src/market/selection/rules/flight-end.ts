import type { AtLeastRule } from '../rule';

/** A flight includes its last millisecond. */
export const flightEnd = {
  kind: 'atLeast',
  nonBidReason: 'flightEnded',
  statusCode: 504,
  terms: ({ endsAt }) => endsAt ?? Infinity,
  ask: ({ context }) => context.now,
  explain: ({ endsAt }, { context }) => `ended ${context.now - (endsAt ?? Infinity)} ms ago`,
} as const satisfies AtLeastRule;
