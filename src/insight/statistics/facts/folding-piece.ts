import { partitionOf, partitions } from '../../../market/events/event';

/**
 * The sides that facts are added up for. Demand is divided by advertiser, supply by publisher, and visitors by
 * themselves: so no two pieces write the same roll-up, or the same day of a visitor.
 */
export const foldingSides = ['demand', 'supply', 'visitors'] as const;
export type FoldingSide = (typeof foldingSides)[number];

/** A part of the work of folding: a side and one of its partitions. */
export interface FoldingPiece {
  readonly side: FoldingSide;
  readonly partition: number;
}

export const namePiece = ({ side, partition }: FoldingPiece): string => `${side}:${partition}`;

/** The names of a side's pieces. */
export const piecesOf = (side: FoldingSide): readonly string[] =>
  partitions.map((partition) => namePiece({ side, partition }));

/** @param name as `namePiece` makes it */
export function readPiece(name: string): FoldingPiece {
  const [side, partition] = name.split(':');
  const known = foldingSides.find((one) => one === side);
  if (!known) throw new Error(`there is no piece ${name} of folding`);
  return { side: known, partition: Number(partition) };
}

/** The name of the piece that an owner belongs to. @param ownerId of what the side is divided by; no hex: the first piece */
export function pieceOf(side: FoldingSide, ownerId: string): string {
  const partition = partitionOf(ownerId);
  return namePiece({ side, partition: Number.isNaN(partition) ? 0 : partition });
}
