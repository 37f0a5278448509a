import { defineRule } from '../../node-rule';
import type { BodyOf } from '../../transaction';
import { logOwn } from '../../transaction-log';
import type { changeAccountKey } from './layout';

export const changeAccountKeyRule = defineRule<BodyOf<typeof changeAccountKey>>({
  unpairs: false,
  amend: (record, { publicKey }) => ({ ...record, publicKey }),
  apply(state, done) {
    const other = { node: 0, user: done.body.sender.user };
    logOwn(state, done, { other, amount: -done.cost.fee });
  },
});
