import { ledgerErrorCodes } from '../../errors';
import { defineRule } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { BodyOf } from '../../transaction';
import { logTransfer } from '../../transaction-log';
import { creditElsewhere } from '../../transfers';
import type { sendOne } from './layout';

export const sendOneRule = defineRule<BodyOf<typeof sendOne>>({
  assertAllowed(state, { recipient }) {
    requireThat(state.findAccount(recipient) !== null, ledgerErrorCodes.badTargetUser);
  },
  apply(state, done) {
    const { recipient, amount, message } = done.body;
    logTransfer(state, done, { recipient, amount, info: message });
  },
  settlement: {
    phase: 'transfers',
    settle: (state, { body }) => creditElsewhere(state, [body]),
  },
});
