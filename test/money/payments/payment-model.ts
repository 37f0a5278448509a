import { expect } from '@jest/globals';
import type { PaymentState } from '../../../src/money/payments/payment';
import type { PayingWorld } from './paying-world';

/** Where a payment may be next; whatever is read between two steps may have left some out. */
const successors: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  prepared: ['prepared', 'sent', 'confirmed', 'returned'],
  sent: ['sent', 'confirmed', 'returned'],
  // Where its block is replaced, it is on its way again.
  confirmed: ['confirmed', 'prepared', 'sent'],
  returned: ['returned'],
};

/** Holds each payment to the states that it may have, and to the amount and address that it was made with. */
export function createPaymentModel() {
  const known = new Map<string, { state: PaymentState; made: string }>();
  return {
    async look(world: PayingWorld): Promise<void> {
      const seen = new Set<string>();
      for (const { id, state, address, amount, transactionId } of await world.payments()) {
        const made = `${address} ${amount}`;
        const before = known.get(id) ?? { state, made };
        expect([id, made]).toEqual([id, before.made]);
        const isNext = successors[before.state].includes(state);
        expect([id, before.state, state, isNext]).toEqual([id, before.state, state, true]);
        expect([id, transactionId !== null]).toEqual([id, state === 'confirmed']);
        known.set(id, { state, made });
        seen.add(id);
      }
      for (const id of known.keys()) expect([id, seen.has(id)]).toEqual([id, true]);
    },
  };
}
