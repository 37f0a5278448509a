import {
  type Standing,
  standingAt,
  type Step,
  type TimedState,
} from '../../platform/states/state-history';
import { operatorsSiteStatuses, type Site } from './site.resource';

/** The members of a site that decide whether its events count. */
export interface SiteState extends Pick<Site, 'status'> {
  readonly isDeleted: boolean;
}

/** `paused` and `archived` by its publisher, with grace; `rejected` by the operator, who may also be to approve it. */
export type SiteStopKind = 'paused' | 'archived' | 'rejected';

/** Tells how a site stood at a moment: it ran while it was active. */
export function siteStandingAt(
  states: readonly TimedState<SiteState>[],
  at: Date,
): Standing<SiteStopKind> {
  return standingAt(states.map(stepOf), at);
}

function stepOf({ at, status, isDeleted }: TimedState<SiteState>): Step<SiteStopKind> {
  if (operatorsSiteStatuses.includes(status))
    return { at, stop: { kind: 'rejected', hasGrace: false } };
  if (isDeleted) return { at, stop: { kind: 'archived', hasGrace: true } };
  return { at, stop: status === 'active' ? null : { kind: 'paused', hasGrace: true } };
}
