import { ledgerErrorCodes } from '../../errors';
import { defineRule } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { BodyOf } from '../../transaction';
import { logWires } from '../../transaction-log';
import { creditElsewhere } from '../../transfers';
import type { sendMany } from './layout';

export const sendManyRule = defineRule<BodyOf<typeof sendMany>>({
  assertAllowed(state, { wires }) {
    const seen = new Set<string>();
    for (const { recipient, amount } of wires) {
      const place = `${recipient.node}-${recipient.user}`;
      requireThat(!seen.has(place), ledgerErrorCodes.duplicatedTarget);
      requireThat(amount > 0n, ledgerErrorCodes.amountNotPositive);
      seen.add(place);
    }
    for (const { recipient } of wires) {
      requireThat(state.findAccount(recipient) !== null, ledgerErrorCodes.badTargetUser);
    }
  },
  apply: (state, done) => logWires(state, done, done.body.wires),
  settlement: {
    phase: 'transfers',
    settle: (state, { body }) => creditElsewhere(state, body.wires),
  },
});
