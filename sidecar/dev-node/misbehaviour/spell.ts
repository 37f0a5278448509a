/** Misbehaviour that lasts for a while; a restart ends it. */
export interface Spell {
  /** Blocks from this one on are not ready until the clock shows that second. */
  late: { readonly from: number; readonly until: number } | null;
  /** How many more reads of a transaction are refused. */
  refusals: number;
  /** How many more answers are slow, and how many are cut. */
  slow: number;
  cut: number;
}

export function newSpell(): Spell {
  return { late: null, refusals: 0, slow: 0, cut: 0 };
}
