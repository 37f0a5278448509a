import type { Standing } from '../../platform/states/state-history';

/** What was paused, has ended or was suspended for lack of funds goes on for so long. @see docs/contract.md §7 */
const graceMs = 10 * 60 * 1000;

/** Whether something was running at a moment, or had stopped so lately that its events count. */
export function ran(standing: Standing<string>, at: Date): boolean {
  if (standing === null || standing === 'running') return standing !== null;
  return standing.hasGrace && at.getTime() <= standing.at.getTime() + graceMs;
}
