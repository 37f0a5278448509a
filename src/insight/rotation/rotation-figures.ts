/** How a creative stands among those of its campaign that fit the same places. */
export interface RotationFigures {
  /** From 0 to 1. */
  readonly share: number;
  /** Of views so far, 0 to 1; null: no rate decides, or nobody has seen it. */
  readonly rate: number | null;
  /** The rate is between these two with 95 percent probability; null: no rate decides. */
  readonly leastRate: number | null;
  readonly mostRate: number | null;
}
