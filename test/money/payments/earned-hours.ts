import { expect } from '@jest/globals';
import { hourOf } from '../../../src/hour';
import { hourMs } from '../../../src/time';
import type { Chance } from '../simulation/chance';
import type { Earner } from './earners';
import { coin, type PayingWorld } from './paying-world';

/** Earns money in hours, and leaves an event without a verdict now and then: nobody is paid before an hour is final. */
export function createEarnedHours(world: PayingWorld, chance: Chance) {
  const { ctx, db } = world;
  const earned: { readonly accountId: string; readonly hour: Date; readonly amount: bigint }[] = [];
  const events = db.collection<{ _id: string; occurredAt: Date; partition: number }>('events');
  /** The hour that cannot become final; null: all may. */
  let waiting: Date | null = null;
  let count = 0;
  const finalUntil = async () => (await ctx.settlements.get()).finalUntil;

  return {
    /** By this hour or one of the two before: events are judged late, too. */
    async earn(earners: readonly Earner[], coins: bigint): Promise<void> {
      for (const earner of earners) {
        const hour = hourOf(new Date(ctx.now().getTime() - chance.between(0, 3) * hourMs));
        await world.earn(earner.accountId, coins, { siteId: '51'.repeat(16), hour });
        earner.earned += coins * coin;
        earned.push({ accountId: earner.accountId, hour, amount: coins * coin });
      }
    },
    /** An event happens whose verdict has to wait. */
    async hold(): Promise<void> {
      if (waiting !== null) return;
      const occurredAt = ctx.now();
      const event = { offeredAt: occurredAt, occurredAt, partition: 3, verifyAt: occurredAt };
      const before = await finalUntil();
      await events.insertOne({ _id: `impression:${(count += 1)}`, ...event });
      if (before === null || before <= occurredAt) waiting = hourOf(occurredAt);
    },
    async letGo(): Promise<void> {
      await events.deleteMany({});
      waiting = null;
    },
    async look(earners: readonly Earner[]): Promise<void> {
      const until = await finalUntil();
      if (waiting !== null) expect(until === null || until <= waiting).toBe(true);
      const payments = await world.payments();
      for (const { accountId } of earners) {
        const paid = payments
          .filter((one) => one.accountId === accountId && one.state !== 'returned')
          .reduce((sum, { amount }) => sum + amount, 0n);
        const payable = earned
          .filter((one) => one.accountId === accountId && until !== null && one.hour < until)
          .reduce((sum, { amount }) => sum + amount, 0n);
        expect([accountId, paid <= payable, paid, payable]).toEqual([
          accountId,
          true,
          paid,
          payable,
        ]);
      }
    },
  };
}

export type EarnedHours = ReturnType<typeof createEarnedHours>;
