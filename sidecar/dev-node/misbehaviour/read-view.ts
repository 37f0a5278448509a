import { getTransaction } from '../../ledger/requests/get-transaction';
import type { Scene } from '../scene';
import type { Stage } from './kind';
import { withoutLateBlocks } from './late-blocks';
import { withUnmadeMessages } from './unmade-messages';

/** The ledger as a misbehaving node reads it for one request. */
export function readView(
  whole: Scene,
  data: Uint8Array,
  { spell, chance }: Pick<Stage, 'spell' | 'chance'>,
): Scene {
  const scene = withoutLateBlocks(whole, spell);
  if (data[0] !== getTransaction.type) return scene;
  const chain = withUnmadeMessages(scene.chain, scene.store.db);
  if (spell.refusals === 0) return { ...scene, chain };
  spell.refusals -= 1;
  const refused = chance.happens(0.5)
    ? { ...chain, findMessage: () => null }
    : { ...chain, listMessages: () => [] };
  return { ...scene, chain: refused };
}
