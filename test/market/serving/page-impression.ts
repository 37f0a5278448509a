import { randomUUID } from 'node:crypto';
import { isExploring, seedOf } from '../../../src/market/selection/ranking/rank';
import { requestIdOf } from '../../../src/supply/visitors/request-id';

/** A page impression in which no placement tries a little known creative; the placements have the ids 0, 1 and so on. */
export function aPageImpression(placements: number): string {
  for (;;) {
    const iid = randomUUID();
    const seed = requestIdOf(iid);
    const ids = Array.from({ length: placements }, (_value, at) => String(at));
    if (!ids.some((id) => isExploring(seedOf({ seed }, { id })))) return iid;
  }
}
