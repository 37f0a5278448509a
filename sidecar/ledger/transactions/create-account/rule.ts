import { blockRecords, requestRecord } from '../../block-log';
import { encode } from '../../codec';
import { ledgerErrorCodes } from '../../errors';
import { defineRule, type NodeState, type Placed } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { BodyOf } from '../../transaction';
import { logAnswer, logNewAccount } from '../../transaction-log';
import { createAccount } from './layout';

type Body = BodyOf<typeof createAccount>;

/** Type of the entry that tells what became of an account asked for elsewhere. */
const accountCreatedType = 2;

export const createAccountRule = defineRule<Body>({
  assertAllowed(state, { node }) {
    if (node === state.node) return;
    // The other node has to answer within the block.
    const elapsed = state.now - state.block;
    requireThat(elapsed * 2 < state.blockSeconds, ledgerErrorCodes.badTiming);
  },
  fill: (state, body) => ({ ...body, user: body.node === state.node ? state.nextUser() : 0 }),
  apply(state, done) {
    const { node, user, publicKey, time } = done.body;
    const address = { node, user };
    if (node === state.node) {
      state.openAccount({ address, publicKey, balance: done.cost.amount, time });
    }
    logNewAccount(state, done, address);
  },
  settlement: { phase: 'accounts', settle: giveBack },
});

/** No other node of a development network runs, so none opens the account. */
function giveBack(state: NodeState, { body, place }: Placed<Body>): Uint8Array {
  const { node, sender, publicKey } = body;
  if (node === state.node) return new Uint8Array(0);
  const { amount } = createAccount.costOf(body);
  state.giveBack(sender.user, amount);
  logAnswer(state, sender.user, { type: accountCreatedType, node, amount, info: publicKey });
  const id = { ...place, node: state.node };
  return encode(requestRecord, { type: blockRecords.accountFailed, user: sender.user, node, id });
}
