import { accountRecord } from '../../account';
import { encode } from '../../codec';
import { defineRule } from '../../node-rule';
import type { BodyOf } from '../../transaction';
import { logOwn } from '../../transaction-log';
import type { logAccount } from './layout';

export const logAccountRule = defineRule<BodyOf<typeof logAccount>>({
  fill(state, body) {
    const record = state.findBlockAccount(body.sender);
    return record ? { ...body, account: encode(accountRecord, record) } : body;
  },
  apply: (state, done) => logOwn(state, done, { other: done.body.sender }),
});
