import type { LabelsRule } from '../rule';
import { anyPeer, creativeLabels, peerLabel } from '../terms';

/** A visitor who refuses to be told of to others sees nothing of other servers. @see docs/contract.md §10 */
export const peers = {
  kind: 'labels',
  nonBidReason: 'peerRefused',
  statusCode: 509,
  terms: creativeLabels,
  ask: ({ context }) =>
    context.refusesPeers === true ? { excludes: [[peerLabel, [anyPeer]]] } : undefined,
  explain: ({ peer }) => `is of the server ${peer}`,
} as const satisfies LabelsRule;
