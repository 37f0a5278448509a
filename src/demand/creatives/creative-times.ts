import type { CreativeTimes } from './creative.resource';

/**
 * Says that a moment is within a creative's own times: their first and their last millisecond are, too.
 *
 * @param times null: those of its campaign
 */
export function isWithinTimes(times: CreativeTimes | null, at: Date): boolean {
  if (times === null) return true;
  const { startsAt, endsAt } = times;
  return (startsAt === null || startsAt <= at) && (endsAt === null || at <= endsAt);
}
