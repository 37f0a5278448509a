import type { NodeState } from './node-rule';
import type { Wire } from './transaction-log';

/** Credits accounts of other nodes, once the block closes; those of this node have it already. */
export function creditElsewhere(state: NodeState, wires: readonly Wire[]): Uint8Array {
  for (const { recipient, amount } of wires) {
    if (recipient.node !== state.node) state.creditInNetwork(recipient, amount);
  }
  return new Uint8Array(0);
}
