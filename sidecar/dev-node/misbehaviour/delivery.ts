import { setTimeout as wait } from 'node:timers/promises';
import type { Deliver } from '../client';
import type { Stage } from './kind';

/** Sends answers late, and cut, while the spell says so. */
export function spoiltDelivery({ spell, chance, limits }: Omit<Stage, 'scene'>): Deliver {
  return async (frame) => {
    if (spell.slow > 0) {
      spell.slow -= 1;
      await wait(chance.between(1, limits.slowMs));
    }
    if (spell.cut === 0) return frame;
    spell.cut -= 1;
    return frame.subarray(0, chance.between(0, frame.length - 1));
  };
}
