import type { Amount } from '../../amount';

/** The earnings of a site for its publisher by events of one clock hour. */
export interface EarnedPart {
  readonly siteId: string;
  readonly hour: Date;
  /** Unit: 10^-11 coins. */
  readonly amount: Amount;
}

/** A list has no more. */
export const mostParts = 1_000;

/** Adds up parts of the same sites and hours. Lists are in the order of hours, then of sites. */
export function inOneList(lists: readonly (readonly EarnedPart[])[]): readonly EarnedPart[] {
  const [only, ...others] = lists;
  if (only && others.length === 0) return only;
  const parts = new Map<string, EarnedPart>();
  for (const part of lists.flat()) {
    const key = `${part.hour.toISOString()} ${part.siteId}`;
    parts.set(key, { ...part, amount: part.amount + (parts.get(key)?.amount ?? 0n) });
  }
  const inOrder = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
  return inOrder.map(([, part]) => part).slice(0, mostParts);
}
