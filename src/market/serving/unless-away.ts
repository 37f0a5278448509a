import { toUnavailable } from '../../platform/database/unavailable';
import type { ServingContext } from './serving.context';

/**
 * Runs what needs the database. When the database does not answer, the value is left out and not asked for again. All
 * other errors are the caller's.
 */
export type UnlessAway = <Value>(run: () => Promise<Value>) => Promise<Value | undefined>;

/** For one request. */
export function createUnlessAway({
  databasePulse,
  outages,
}: Pick<ServingContext, 'databasePulse' | 'outages'>): UnlessAway {
  let isAway = false;
  return async (run) => {
    if (isAway) return undefined;
    try {
      return await databasePulse.watch(run());
    } catch (error) {
      const known = toUnavailable(error);
      if (!known) throw error;
      isAway = true;
      outages.note('placements cannot be looked up', known);
      return undefined;
    }
  };
}
