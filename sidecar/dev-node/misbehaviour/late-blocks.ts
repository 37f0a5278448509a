import type { ChainStore } from '../chain-store';
import type { Scene } from '../scene';
import type { MisbehaviourKind } from './kind';
import type { Spell } from './spell';

export const lateBlocks: MisbehaviourKind = {
  summary: 'the open block, once it is closed, and those after it are not ready for a while',
  misbehave({ scene, chance, limits, spell }) {
    if (isLate(scene, spell)) return false;
    const { head, blockSeconds } = scene;
    const closesAt = head.block + blockSeconds;
    const seconds = chance.between(1, limits.lateBlocks * blockSeconds);
    spell.late = { from: head.block, until: closesAt + seconds };
    return true;
  },
};

function isLate({ now }: Scene, { late }: Spell): boolean {
  return late !== null && now < late.until;
}

/** The ledger of a node that is not ready with its newest blocks. */
export function withoutLateBlocks(scene: Scene, spell: Spell): Scene {
  const { late } = spell;
  if (late === null || !isLate(scene, spell)) return scene;
  const head = { ...scene.head, block: Math.min(scene.head.block, late.from) };
  return { ...scene, head, chain: chainBefore(scene.chain, late.from) };
}

function chainBefore(chain: ChainStore, end: number): ChainStore {
  return {
    ...chain,
    findBlock: (time) => (time < end ? chain.findBlock(time) : null),
    listBlocks: (range) => chain.listBlocks({ ...range, to: Math.min(range.to, end - 1) }),
  };
}
