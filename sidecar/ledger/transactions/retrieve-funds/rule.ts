import { ledgerErrorCodes } from '../../errors';
import { defineRule } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { BodyOf } from '../../transaction';
import { logOwn } from '../../transaction-log';
import type { retrieveFunds } from './layout';

export const retrieveFundsRule = defineRule<BodyOf<typeof retrieveFunds>>({
  assertAllowed(state, { account }) {
    requireThat(account.node !== state.node, ledgerErrorCodes.incorrectBank);
    requireThat(state.findAccount(account) !== null, ledgerErrorCodes.badTargetUser);
  },
  apply: (state, done) => logOwn(state, done, { other: done.body.account }),
});
