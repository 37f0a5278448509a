import { dayMs } from '../../time';

/**
 * How long payments wait once the payout address or the email has changed, or the second factor was reset: the owner is told by
 * mail, and may not have been the one who asked for it.
 */
const heldForMs = dayMs;

/** When an account is paid again after such a change. */
export function goodFromOf(changedAt: Date): Date {
  return new Date(changedAt.getTime() + heldForMs);
}
