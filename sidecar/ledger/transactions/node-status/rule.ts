import { nodeStatusRecord } from '../../block-log';
import { encode } from '../../codec';
import { ledgerErrorCodes } from '../../errors';
import { defineRule, type NodeRule, type SettlementPhase } from '../../node-rule';
import { requireThat } from '../../refusal';
import type { StatusChange } from '../../status-bits';
import { logStatus } from '../../transaction-log';
import type { NodeStatusBody } from './layout';

/** Bits 0 to 2 of a node's status: only the network may change them. */
const networkBits = 0b111;

/** The differences between setting and clearing bits. */
interface NodeStatusChange {
  readonly change: StatusChange;
  readonly phase: SettlementPhase;
  /** Type byte of the record in the block's log. */
  readonly record: number;
}

export function nodeStatusRule({
  change,
  phase,
  record,
}: NodeStatusChange): NodeRule<NodeStatusBody> {
  return defineRule<NodeStatusBody>({
    assertAllowed(state, { sender, node, status }) {
      requireThat(state.findNode(node) !== null, ledgerErrorCodes.badTargetNode);
      requireThat(sender.user === 0, ledgerErrorCodes.nodeStatusNotAuthorized);
      requireThat((status & networkBits) === 0, ledgerErrorCodes.statusNotAuthorized);
    },
    apply(state, done) {
      const { node, status, sender } = done.body;
      const found = state.findNode(node);
      if (found) state.saveNode({ ...found, status: change(found.status, status) });
      logStatus(state, done, { other: { node, user: sender.user }, status });
    },
    settlement: {
      phase,
      settle: (state, { body: { node, status }, place }) =>
        encode(nodeStatusRecord, {
          type: record,
          node,
          status,
          id: { ...place, node: state.node },
        }),
    },
  });
}
