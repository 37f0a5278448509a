import type { Amount } from '../../amount';

/** A line of a table: all that puts it in order is in it, or known by its id. */
export interface TableLine {
  readonly id: string;
  /** Greater for what was created later. */
  readonly sequence: number;
}

/** null: the line has no such value. */
export type OrderKey = string | number | Amount | null;

export interface LineOrder<Line> {
  readonly keyOf: (line: Line) => OrderKey;
  readonly isDescending: boolean;
}

/** Numbers in names count: “Spring (2)” comes before “Spring (10)”. */
const names = new Intl.Collator('en', { numeric: true });

/** Puts lines in order: those without a value come last in either direction, and among equals the newest comes first. */
export function inOrder<Line extends TableLine>(
  lines: readonly Line[],
  { keyOf, isDescending }: LineOrder<Line>,
): readonly Line[] {
  const keyed = lines.map((line) => ({ line, key: keyOf(line) }));
  const sign = isDescending ? -1 : 1;
  return keyed
    .sort(({ line: one, key }, { line: other, key: otherKey }) => {
      if (key === null || otherKey === null)
        return Number(key === null) - Number(otherKey === null) || other.sequence - one.sequence;
      return sign * compare(key, otherKey) || other.sequence - one.sequence;
    })
    .map(({ line }) => line);
}

function compare(one: NonNullable<OrderKey>, other: NonNullable<OrderKey>): number {
  if (typeof one === 'string' && typeof other === 'string') return names.compare(one, other);
  return one < other ? -1 : Number(one > other);
}
