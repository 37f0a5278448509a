import type { KnownPlacement } from './known-supply';

interface Asked {
  readonly known: KnownPlacement;
}

/**
 * Is told of every find, before it is answered: which placements could be filled, and which were. It must cost next to
 * nothing.
 */
export type FindListener = (open: readonly Asked[], winners: readonly Asked[]) => void;
