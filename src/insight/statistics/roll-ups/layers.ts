import { hourIdOf } from '../../../hour';
import { type RollUp, type RollUpKey } from './roll-up';

/**
 * A roll-up with many rows is stored in layers, each a document, and its sums are those of all its layers. Facts are added
 * to the first one; a layer that has more rows than these is added to the next one. So what is written for some facts
 * grows with the facts, and with the logarithm of the roll-up.
 */
export const mostRowsOfLayers: readonly number[] = [100, 400, 1_600, Number.POSITIVE_INFINITY];
export const layers: readonly number[] = [...mostRowsOfLayers.keys()];

/** Those of hours before it get few facts, and answers read many of them: each is one document, in the first layer. */
export const firstLayeredHour = (now: Date): number => hourIdOf(now) - 1;

/** @param layer 0: the first one, which has the roll-up's own key */
export const inLayer = <Keyed extends RollUpKey>(keyed: Keyed, layer: number): Keyed =>
  layer === 0 ? keyed : { ...keyed, layer };

export function hasRoomFor({ sections }: RollUp, layer: number): boolean {
  let rows = 0;
  for (const { size } of sections.values()) rows += size;
  return rows <= (mostRowsOfLayers[layer] ?? 0);
}
