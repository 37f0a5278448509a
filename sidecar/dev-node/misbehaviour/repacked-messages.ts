import type { MisbehaviourKind } from './kind';
import { sentIn, packAnew } from './moved-transactions';
import { addUnmadeMessage } from './unmade-messages';

/** @see docs/ledger-protocol.md §17.4 */
export const repackedMessages: MisbehaviourKind = {
  summary: 'the open block’s last messages are taken back and packed into one with what is queued',
  followsRestart: true,
  misbehave({ scene, chance }) {
    const { store, chain, head } = scene;
    const published = chain.listMessages(head.block);
    const recycled = published.slice(-chance.between(1, Math.max(1, published.length)));
    const [first] = recycled;
    if (!first) return false;
    const numbers = [...recycled.map(({ id }) => id), head.messageId];
    const transactions = numbers.flatMap((number) => sentIn(scene, number));
    const hasMoved = transactions.some(({ place }) => place.message !== first.id);
    if (!hasMoved) return false;
    store.db.prepare('DELETE FROM messages WHERE id >= ?').run(first.id);
    for (const message of numbers.slice(1))
      addUnmadeMessage(store.db, { message, block: head.block });
    packAnew(scene, numbers, first.id);
    return true;
  },
};
