import type { Cell } from './cell';
import type { DimensionName, Side } from './dimensions';
import type { StatisticsContext } from './statistics.context';
import { getStatistics } from './statistics.service';

/** Whose figures, in which time. */
export interface OwnedFigures {
  readonly id: string;
  /** Whose it is. */
  readonly accountId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Figures of many things of one kind: one reading for each account and time. Things without any are left out. */
export async function listFigures(
  ctx: StatisticsContext,
  { side, by }: { readonly side: Side; readonly by: DimensionName },
  wanted: readonly OwnedFigures[],
): Promise<ReadonlyMap<OwnedFigures, Cell>> {
  const found = new Map<OwnedFigures, Cell>();
  const readings = Map.groupBy(
    wanted,
    ({ accountId, from, to }) => `${accountId} ${from.getTime()} ${to.getTime()}`,
  );
  for (const ones of readings.values()) {
    const { accountId, from, to } = ones[0]!;
    const filter = { [by]: ones.map(({ id }) => id) };
    const { rows } = await getStatistics(ctx, { side, accountId, from, to, filter, by });
    const cells = new Map(rows.map(({ key, cell }) => [key, cell]));
    for (const one of ones) {
      const cell = cells.get(one.id);
      if (cell) found.set(one, cell);
    }
  }
  return found;
}
