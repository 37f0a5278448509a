import { ledgerErrorCodes } from '../../errors';
import { defineRule, type NodeState } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { BodyOf } from '../../transaction';
import { logOwn } from '../../transaction-log';
import type { changeNodeKey } from './layout';

const targetOf = (state: NodeState, node: number) => (node === 0 ? state.node : node);

export const changeNodeKeyRule = defineRule<BodyOf<typeof changeNodeKey>>({
  assertAllowed(state, { sender, node, publicKey }) {
    if (node === 0) {
      const isOwn = Buffer.compare(state.publicKey(), publicKey) === 0;
      requireThat(isOwn, ledgerErrorCodes.noMatchingSecret);
    }
    requireThat(sender.user === 0, ledgerErrorCodes.badUser);
    if (node !== 0) requireThat(state.findNode(node) !== null, ledgerErrorCodes.remoteKeyFailed);
  },
  fill(state, body) {
    const found = state.findNode(targetOf(state, body.node));
    return { ...body, oldPublicKey: found?.publicKey ?? new Uint8Array(32) };
  },
  apply(state, done) {
    const { node, publicKey, sender } = done.body;
    const found = state.findNode(targetOf(state, node));
    if (found) state.saveNode({ ...found, publicKey });
    logOwn(state, done, { other: { node, user: sender.user } });
  },
});
