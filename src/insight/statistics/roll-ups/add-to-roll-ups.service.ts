import type { DatabaseSession } from '../../../platform/database/transaction';
import { rollUpIdOf, type RollUps } from './roll-up';
import type { StatisticsContext } from '../statistics.context';

/** Adds what is new to the stored roll-ups. */
export async function addToRollUps(
  ctx: Pick<StatisticsContext, 'rollUps'>,
  added: RollUps,
  session: DatabaseSession,
): Promise<void> {
  const stored = await ctx.rollUps.listByIds([...added.byId.keys()], session);
  for (const { sections, ...key } of stored) added.addStored(key, sections);
  const known = new Set(stored.map(rollUpIdOf));
  await ctx.rollUps.save([...added.byId.values()], known, session);
}
