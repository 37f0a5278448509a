import type { Standing } from '../../../platform/states/state-history';
import { minuteMs } from '../../../time';

/** How long events count after a pause, an end or a suspension for lack of funds. @see docs/contract.md §7 */
const graceMs = 10 * minuteMs;

/** Says that a thing was running at a moment, or had stopped so lately that its events count. */
export function ran(standing: Standing<string>, at: Date): boolean {
  if (standing === null || standing === 'running') return standing !== null;
  return standing.hasGrace && at.getTime() <= standing.at.getTime() + graceMs;
}
