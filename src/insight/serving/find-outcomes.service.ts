import { hourIdOf, hourOfId } from '../../hour';
import { toAmount } from '../../amount';
import { outcomes } from '../../market/outcomes/outcome';
import {
  findsOf,
  type OutcomeSums,
  sumOutcomes,
  typicalWinningRpm,
  unmetInOrder,
} from './outcome-sums';
import { type FindOutcomes, mostFeatures } from './find-outcomes';
import type { ServingStateContext } from './serving.context';

/**
 * How finds of the last hours, this one included, ended for campaigns, creatives or placements, by their ids.
 *
 * @param hours 1 to 192
 */
export async function listFindOutcomes(
  { outcomes: store, now }: Pick<ServingStateContext, 'outcomes' | 'now'>,
  ids: readonly string[],
  hours: number,
): Promise<ReadonlyMap<string, FindOutcomes>> {
  const thisHour = hourIdOf(now());
  const firstHour = thisHour - hours + 1;
  const days = await store.listDays(ids, hourOfId(firstHour));
  const bySubject = Map.groupBy(days, ({ subjectId }) => subjectId);
  return new Map(
    ids.map((id) => {
      const sums = sumOutcomes(bySubject.get(id) ?? [], (day) =>
        [...day.hours].flatMap(([hour, counts]) => (hour >= firstHour ? [counts] : [])),
      );
      return [id, toFindOutcomes(sums)];
    }),
  );
}

function toFindOutcomes(sums: OutcomeSums): FindOutcomes {
  const typicalRpm = typicalWinningRpm(sums);
  return {
    finds: BigInt(findsOf(sums)),
    counts: outcomes.flatMap((outcome) => {
      const count = sums.counts[outcome] ?? 0;
      return count === 0 ? [] : [{ outcome, count: BigInt(count) }];
    }),
    features: unmetInOrder(sums)
      .slice(0, mostFeatures)
      .map(([feature, count]) => ({ feature, count: BigInt(count) })),
    typicalWinningCpm: typicalRpm === null ? null : toAmount(typicalRpm),
  };
}
