import { differenceOf, readShardPlan } from '../db/shard-plan';
import type { Db } from '../db/database';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

/**
 * Checks that a cluster divides the collections as docs/operating.md has it.
 * @param options.isCluster says that `db` is behind a mongos
 */
export async function checkShardKeys(
  db: Db,
  { isCluster }: { readonly isCluster: boolean },
): Promise<Finding> {
  const check = 'shard keys';
  if (!isCluster) return ok(check, 'this is no sharded cluster: nothing is divided');
  const plan = await readShardPlan(db);
  const differing = plan.filter(({ state }) => state === 'differs');
  if (differing.length > 0)
    return problem(
      check,
      differing.map(differenceOf).join('; '),
      'sh.reshardCollection or sh.unshardCollection, in mongosh, for each of them',
    );
  const whole = plan.filter(({ state }) => state === 'divide');
  if (whole.length > 0)
    return warning(
      check,
      `not divided, so all of it is on one shard: ${whole.map(({ collection }) => collection).join(', ')}`,
      'adgate db shard --apply',
    );
  return ok(check, `${plan.length} collections are divided as they should be`);
}
