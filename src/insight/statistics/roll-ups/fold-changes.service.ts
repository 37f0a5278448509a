import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Fact } from '../facts/fact';
import { decodeFacts } from '../facts/fact-codec';
import { listFirstViewChanges } from '../first-views/first-views.service';
import { rollUpIdOf, RollUps } from './roll-up';
import type { StatisticsContext } from '../statistics.context';

/** Changes of one transaction, each with the facts of up to 1,000 events. */
const changesAtOnce = 30;

/**
 * Adds recorded changes to the roll-ups, and removes them, in one transaction: whoever dies on the way has done nothing.
 *
 * @returns how many facts it has added; 0: there are none.
 */
export function foldChanges(ctx: StatisticsContext): Promise<number> {
  return ctx.inTransaction(async (session) => {
    const changes = await ctx.statisticsChanges.list(
      { partition: null, limit: changesAtOnce },
      session,
    );
    if (changes.length === 0) return 0;
    const facts = changes.flatMap(({ facts: text }) => decodeFacts(text));
    await addToRollUps(ctx, facts, session);
    await ctx.statisticsChanges.delete(
      changes.map(({ id }) => id),
      session,
    );
    return facts.length;
  });
}

/** Adds all that there is, or until the signal. @returns how many facts. */
export async function foldAllChanges(
  ctx: StatisticsContext,
  signal?: AbortSignal,
): Promise<number> {
  let sum = 0;
  while (signal?.aborted !== true) {
    const folded = await foldChanges(ctx);
    if (folded === 0) break;
    sum += folded;
  }
  return sum;
}

async function addToRollUps(
  ctx: StatisticsContext,
  facts: readonly Fact[],
  session: DatabaseSession,
): Promise<void> {
  const rollUps = new RollUps();
  for (const fact of facts) rollUps.add(fact);
  const { uniques, firsts, knownIds } = await listFirstViewChanges(ctx, facts, session);
  for (const change of uniques) rollUps.addUnique(change);
  const stored = await ctx.rollUps.listByIds([...rollUps.byId.keys()], session);
  for (const { sections, ...key } of stored) rollUps.addStored(key, sections);
  const known = new Set(stored.map(rollUpIdOf));
  await ctx.rollUps.save([...rollUps.byId.values()], known, session);
  await ctx.visitorDays.save(firsts, knownIds, session);
}
