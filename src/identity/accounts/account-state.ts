import { type Standing, standingAt, type TimedState } from '../../platform/states/state-history';
import type { Account, Role } from './account';

/** The members of an account that say whether its events count. */
export interface AccountState extends Pick<Account, 'roles'> {
  readonly isSuspended: boolean;
}

/** By the operator, both: without grace. */
export type AccountStopKind = 'suspended' | 'role_taken';

/** Tells how an account stood at a moment: it ran while it had a role and was not suspended. */
export function accountStandingAt(
  states: readonly TimedState<AccountState>[],
  role: Role,
  at: Date,
): Standing<AccountStopKind> {
  const steps = states.map(({ at: from, isSuspended, roles }) => ({
    at: from,
    stop: isSuspended ? stop('suspended') : roles.includes(role) ? null : stop('role_taken'),
  }));
  return standingAt(steps, at);
}

function stop(kind: AccountStopKind) {
  return { kind, hasGrace: false };
}
