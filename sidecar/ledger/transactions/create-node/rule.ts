import { blockRecords, requestRecord } from '../../block-log';
import { encode } from '../../codec';
import { defineRule, type NodeState, type Placed } from '../../node-rule';
import type { BodyOf } from '../../transaction';
import { logAnswer, logOwn } from '../../transaction-log';
import { createNode } from './layout';

type Body = BodyOf<typeof createNode>;

/** The first account of every node. */
const administrator = 0;

export const createNodeRule = defineRule<Body>({
  apply(state, done) {
    const nowhere = { node: 0, user: 0 };
    logOwn(state, done, { other: nowhere, amount: -done.cost.amount });
  },
  settlement: { phase: 'nodes', settle: makeNode },
});

/** The new node takes its first account's key from whoever asked for it. It never comes up here. */
function makeNode(state: NodeState, { body, place }: Placed<Body>): Uint8Array {
  const { sender } = body;
  const publicKey = state.findAccount(sender)?.publicKey ?? new Uint8Array(32);
  const node = state.nextNode();
  const balance = createNode.costOf(body).amount;
  state.saveNode({ id: node, publicKey, status: 0 });
  const address = { node, user: administrator };
  state.openAccount({ address, publicKey, balance, time: state.block });
  logAnswer(state, sender.user, { type: createNode.type, node, amount: 0n, info: publicKey });
  const id = { ...place, node: state.node };
  return encode(requestRecord, { type: blockRecords.nodeCreated, user: sender.user, node, id });
}
