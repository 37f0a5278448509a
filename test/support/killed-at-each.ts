import type { ServiceContext } from '../../src/api/context';
import { failingAt } from './failing-stores';

/** The place of a death: before or after a call of a store, or behind the first transaction. */
export interface Death {
  readonly nth: number;
  readonly where: 'before' | 'after' | 'committed';
}

/** A context that ends behind its first transaction, which is stored. */
const dyingBehindTransaction = (ctx: ServiceContext): ServiceContext => ({
  ...ctx,
  async inTransaction(work) {
    await ctx.inTransaction(work);
    throw new Error('killed');
  },
});

/**
 * Does some work once for each place at which it can end: before and after each call of the stores, and behind its first
 * transaction.
 *
 * @param story begins anew, has the work done by `kill`, and says what must hold from then on
 * @returns how often the work has ended
 */
export async function killAtEach(
  ctx: ServiceContext,
  stores: readonly (keyof ServiceContext)[],
  story: (
    kill: (work: (broken: ServiceContext) => Promise<unknown>) => Promise<boolean>,
    death: Death,
  ) => Promise<void>,
): Promise<number> {
  let kills = 0;
  const tellAt = async (death: Death) => {
    const { nth, where } = death;
    const broken =
      where === 'committed'
        ? dyingBehindTransaction(ctx)
        : failingAt(ctx, stores, { nth, isAfter: where === 'after' }).ctx;
    const before = kills;
    const kill = (work: (of: ServiceContext) => Promise<unknown>) =>
      work(broken).then(
        () => false,
        () => {
          kills += 1;
          return true;
        },
      );
    await story(kill, death);
    return kills > before;
  };
  for (const where of ['before', 'after'] as const)
    for (let nth = 1; await tellAt({ nth, where }); nth += 1);
  await tellAt({ nth: 1, where: 'committed' });
  return kills;
}
