import type { MisbehaviourKind } from './kind';
import { sentIn, packAnew } from './moved-transactions';
import { addUnmadeMessage } from './unmade-messages';

/** @see docs/ledger-protocol.md §17.4 */
export const staleIds: MisbehaviourKind = {
  summary: 'queued transactions go into the next message; logs keep their ids of one never made',
  followsRestart: true,
  misbehave({ scene }) {
    const { store, head } = scene;
    const queue = sentIn(scene, head.messageId);
    if (queue.length === 0) return false;
    addUnmadeMessage(store.db, { message: head.messageId, block: head.block });
    packAnew(scene, [head.messageId], head.messageId + 1);
    return true;
  },
};
