import { AppError } from '../../../errors';
import type { DatabaseSession } from '../../../platform/database/transaction';
import type { StatisticsContext } from '../statistics.context';
import type { StoredChange } from './statistics-change.store';

const mostChanges = 1_000;

/**
 * Lists the changes of verdicts that no roll-up has yet.
 * @param partition null: all partitions
 * @throws {AppError} `SERVICE_UNAVAILABLE` where there are too many changes, as after the gateways were down.
 */
export async function listUnfoldedChanges(
  { statisticsChanges }: Pick<StatisticsContext, 'statisticsChanges'>,
  partition: number | null,
  session: DatabaseSession,
): Promise<readonly StoredChange[]> {
  const changes = await statisticsChanges.list({ partition, limit: mostChanges }, session);
  if (changes.length === mostChanges)
    throw new AppError('SERVICE_UNAVAILABLE', 'statistics are being caught up with', {
      retryAfterSeconds: 5,
    });
  return changes;
}
