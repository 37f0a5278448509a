import { ledgerErrorCodes } from '../../errors';
import { defineRule } from '../../node-rule';
import type { BodyOf } from '../../transaction';
import { logOwn } from '../../transaction-log';
import { broadcast } from './layout';

/** Bytes before the message. */
const headBytes = 17;

export const broadcastRule = defineRule<BodyOf<typeof broadcast>>({
  // No message, or one that is too long.
  misfit: {
    code: ledgerErrorCodes.broadcastTooLong,
    costOf: (header, data) => broadcast.costOf({ ...header, message: data.subarray(headBytes) }),
  },
  apply(state, done) {
    const { hash: inputHash, publicKey } = done.before;
    state.addBroadcast(done.place, { inputHash, publicKey });
    logOwn(state, done, { other: done.body.sender });
  },
});
