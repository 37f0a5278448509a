import { expect } from '@jest/globals';
import { orderTransfer } from '../../../src/money/payments/orders/order-transfer.service';
import { createId } from '../../../src/id';
import { hourMs } from '../../../src/time';
import { addressOfUser } from './ledger-world';
import { coin, type PayingWorld } from './paying-world';

const recipient = 8;
const halfDaySeconds = (12 * hourMs) / 1000;
const mostOrders = 10_000;

/** Transfers that say something, each by words of its own, and broadcasts, of the account that pays. */
export function createWords(world: PayingWorld) {
  const { ctx, ledger } = world;
  let last = 0;
  /** How often the ledger has taken each message. */
  const taken = () => {
    const counts = new Map<string, number>();
    for (const { sender, isMany, message } of ledger.transfers())
      if (sender === 1 && !isMany && /^0*[1-9A-F]/.test(message))
        counts.set(message.toLowerCase(), (counts.get(message.toLowerCase()) ?? 0) + 1);
    return counts;
  };
  return {
    order: () => {
      last += 1;
      const message = last.toString(16).padStart(64, '0');
      const transfer = { address: addressOfUser(recipient), amount: coin, message };
      return ctx.inTransaction((session) =>
        orderTransfer(ctx, { ...transfer, id: createId(ctx), book: 'peers:joining' }, session),
      );
    },

    /** The ledger has no broadcast within 12 hours of another one, and no ordered transfer twice. */
    look(): void {
      const times = ledger.broadcasts().map(({ time }) => time);
      for (const [at, time] of times.slice(1).entries())
        expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(halfDaySeconds);
      for (const [message, count] of taken()) expect([message, count]).toEqual([message, 1]);
    },

    /** Each transfer that was ordered is in the ledger, or has come back; the network was told within the last half day. */
    async assertSaid(): Promise<void> {
      const counts = taken();
      for (const { id, message, state } of await ctx.transferOrders.listAll('', mostOrders)) {
        expect([id, state]).toEqual([id, expect.stringMatching(/^(?:confirmed|returned)$/)]);
        expect([id, counts.get(message) ?? 0]).toEqual([id, state === 'confirmed' ? 1 : 0]);
      }
      // Its bytes may be older: a call that came late has brought them.
      const toldAt = Math.max(...ledger.broadcasts().map(({ block }) => block));
      expect(ledger.clock.seconds - toldAt).toBeLessThan(halfDaySeconds + 3_600);
    },
  };
}

export type Words = ReturnType<typeof createWords>;
