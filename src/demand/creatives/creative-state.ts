import {
  type Standing,
  standingAt,
  type Step,
  type TimedState,
} from '../../platform/states/state-history';
import type { Creative } from './creative.resource';

/** The members of a creative that say whether its events count. */
export interface CreativeState extends Pick<Creative, 'status'> {
  readonly isDeleted: boolean;
}

/** `paused` and `deleted` by its owner, with grace; `rejected` by the operator, without. */
export type CreativeStopKind = 'paused' | 'deleted' | 'rejected';

/** Tells how a creative stood at a moment: it ran while it was active. */
export function creativeStandingAt(
  states: readonly TimedState<CreativeState>[],
  at: Date,
): Standing<CreativeStopKind> {
  return standingAt(states.map(stepOf), at);
}

function stepOf({ at, status, isDeleted }: TimedState<CreativeState>): Step<CreativeStopKind> {
  if (status === 'rejected') return { at, stop: { kind: 'rejected', hasGrace: false } };
  if (isDeleted) return { at, stop: { kind: 'deleted', hasGrace: true } };
  return { at, stop: status === 'active' ? null : { kind: 'paused', hasGrace: true } };
}
