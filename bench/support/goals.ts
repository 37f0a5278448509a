import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = 'docs/performance.md';

/**
 * Floor and goal of a figure, as its row of `docs/performance.md` has them. Benches run in the project's folder.
 *
 * @param id the row's, such as `P1`
 * @throws when there is no such row.
 */
export function goalOf(id: string): string {
  const rows = readFileSync(join(process.cwd(), page), 'utf8').matchAll(/^\| (\S+) \|(.*)\|$/gm);
  for (const [, rowId, cells = ''] of rows) {
    if (rowId !== id) continue;
    const [, floor, goal] = cells.split('|').map((cell) => cell.trim());
    const bounds = Object.entries({ floor, goal }).filter(([, bound]) => bound !== '-');
    return bounds.map((bound) => bound.join(' ')).join(', ') || 'no bound';
  }
  throw new Error(`${page} has no row ${id}`);
}
