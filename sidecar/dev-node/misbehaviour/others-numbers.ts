import { packMessage } from '../blocks';
import type { MisbehaviourKind } from './kind';
import { listUnusedNumbers } from './unmade-messages';

/** @see docs/ledger-protocol.md §17.4 */
export const othersNumbers: MisbehaviourKind = {
  summary: 'the next message has a number that logs tell of, and something else in it',
  misbehave({ scene }) {
    const { store, head } = scene;
    if (head.queued > 0 || !listUnusedNumbers(store.db).includes(head.messageId)) return false;
    // With nothing queued, the node says where it listens, and nothing else.
    packMessage(scene);
    return true;
  },
};
