import { addCell, type Cell } from '../roll-ups/cell';
import type { Described, SeenDimension } from './dimensions';
import type { Part } from '../roll-ups/roll-up';
import { splitHours } from './quarter-slots';
import type { StatisticsContext } from '../statistics.context';
import type { ReadGroups } from './read-groups.service';
import { assertPresent } from '../../../present';

/** Cells by bucket. */
export type Cells = Map<number, Cell>;

/** Groups by what the dimension calls them. */
export type NamedGroups = ReadonlyMap<string, Cells>;

/** Sums groups up by what the dimension calls them, and leaves those out that other properties exclude. */
export async function nameGroups(ctx: StatisticsContext, read: ReadGroups): Promise<NamedGroups> {
  const named = await sumUpNamed(ctx, read);
  if (read.question.hours?.isBy !== true) return named;
  return splitHours(named.get('') ?? new Map<number, Cell>());
}

/** Cells are by slot: where figures are by the hour of the day, all have one empty name here. */
async function sumUpNamed(
  { described }: StatisticsContext,
  { groups: { byKey }, question: { parts, dimension, derived } }: ReadGroups,
): Promise<NamedGroups> {
  const things = new Map<Part, ReadonlyMap<string, Described>>();
  const seenOnes = [...(dimension ? [dimension] : []), ...derived.map(({ seen }) => seen)];
  const properties = seenOnes.map(({ property }) => property);
  for (const { part, noun, property } of seenOnes)
    if (part !== null && property !== null && noun !== null && !things.has(part)) {
      const at = parts.indexOf(part);
      const ids = new Set([...byKey.keys()].map((key) => partOf(key.split(' '), at)));
      things.set(part, await described.list(noun, [...ids], properties));
    }
  if (things.size === 0 && parts.length < 2) return byKey;
  const named = new Map<string, Cells>();
  for (const [key, cells] of byKey) {
    const values = key.split(' ');
    const valueOf = ({ part, property }: SeenDimension) => {
      if (part === null) return '';
      const id = partOf(values, parts.indexOf(part));
      return property === null ? id : (things.get(part)?.get(id)?.[property] ?? '');
    };
    if (!derived.every(({ seen, values: wanted }) => wanted.has(valueOf(seen)))) continue;
    addCells(named, dimension ? valueOf(dimension) : '', cells);
  }
  return named;
}

function addCells(sums: Map<string, Cells>, key: string, cells: Cells): void {
  const sum = sums.get(key);
  if (!sum) {
    sums.set(key, cells);
    return;
  }
  for (const [bucket, cell] of cells) {
    const known = sum.get(bucket);
    if (known) addCell(known, cell);
    else sum.set(bucket, cell);
  }
}

/** Stands behind all others; no id and no name is like it. */
export const othersKey = '\uffff';

/** Keys of those with most views. */
export function topKeysOf(groups: NamedGroups, top: number): ReadonlySet<string> {
  const viewsOf = (cells: Cells) =>
    [...cells.values()].reduce((sum, { counts }) => sum + counts.views, 0);
  const ranked = [...groups]
    .map(([key, cells]) => ({ key, views: viewsOf(cells) }))
    .sort((one, other) => other.views - one.views || (one.key < other.key ? -1 : 1));
  return new Set(ranked.slice(0, top).map(({ key }) => key));
}

/** Keeps the groups of some keys, and sums the others up. */
export function keepKeys(groups: NamedGroups, keys: ReadonlySet<string>): NamedGroups {
  const kept = new Map<string, Cells>();
  for (const [key, cells] of groups) {
    if (keys.has(key)) kept.set(key, cells);
    else addCells(kept, othersKey, cells);
  }
  return kept;
}

const partOf = (values: readonly string[], at: number) =>
  assertPresent(values[at], 'a key has a value of each part');
