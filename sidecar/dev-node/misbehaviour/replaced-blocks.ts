import type { AccountAddress } from '../../ledger/address';
import type { NodeState } from '../../ledger/node-rule';
import { closeBlock } from '../blocks';
import type { StoredMessage } from '../chain-store';
import { nodeStateOf } from '../node-state';
import type { Scene } from '../scene';
import { settleBlock } from '../settlement';
import type { MisbehaviourKind } from './kind';

/** @see docs/ledger-protocol.md §17.4 */
export const replacedBlocks: MisbehaviourKind = {
  summary:
    'the newest closed block is replaced by one without its messages, which go into the open one',
  misbehave({ scene, chance, limits }) {
    const { store, chain, head } = scene;
    const times = newestBlocks(scene, chance.between(1, limits.replacedBlocks));
    const [first] = times;
    const messages = times.flatMap((time) => chain.listMessages(time));
    const credits = creditsOf(scene, messages);
    if (first === undefined || messages.length === 0 || credits === null) return false;
    const state = nodeStateOf(scene);
    for (const { address, amount } of credits) state.creditInNetwork(address, -amount);
    store.db.prepare('UPDATE messages SET block = ? WHERE block >= ?').run(head.block, first);
    store.db.prepare('DELETE FROM blocks WHERE time >= ?').run(first);
    for (const block of times) closeBlock({ ...scene, head: { ...head, block } });
    store.saveHead(head);
    return true;
  },
};

/** Times of the newest closed blocks, the oldest first. */
function newestBlocks({ store }: Scene, count: number): readonly number[] {
  return store.db
    .prepare('SELECT time FROM blocks ORDER BY time DESC LIMIT ?')
    .all(count)
    .map(({ time }) => Number(time))
    .reverse();
}

interface Credit {
  readonly address: AccountAddress;
  readonly amount: bigint;
}

/** The money that accounts of other nodes got as the blocks closed; null where anything else was changed then. */
function creditsOf(scene: Scene, messages: readonly StoredMessage[]): readonly Credit[] | null {
  const credits: Credit[] = [];
  let changes = 0;
  const change = () => {
    changes += 1;
  };
  const state: NodeState = {
    ...nodeStateOf(scene),
    creditInNetwork: (address, amount) => void credits.push({ address, amount }),
    ...{ credit: change, giveBack: change, saveAccount: change, openAccount: change },
    ...{ saveNode: change, appendLog: change, addBroadcast: change },
  };
  settleBlock(scene, messages, state);
  return changes > 0 ? null : credits;
}
