import { addCell, type Cell, emptyCell, encodeCell, isEmptyCell } from './cell';
import { isBeyondBytes } from './encode-sections';
import { mostRows, type RollUp, type Section } from './roll-up';

/** Says that two roll-ups hold the same. Where a section had no room for all rows, the sums are compared. */
export function isSameRollUp(one: RollUp, other: RollUp): boolean {
  const names = new Set([...one.sections.keys(), ...other.sections.keys()]);
  const none: Section = new Map();
  return [...names].every((name) =>
    isSameSection(one.sections.get(name) ?? none, other.sections.get(name) ?? none),
  );
}

function isSameSection(one: Section, other: Section): boolean {
  if (textOf(one) === textOf(other)) return true;
  const isFull = [one, other].some((section) => section.size >= mostRows || isBeyondBytes(section));
  return isFull && textOf(sumOf(one)) === textOf(sumOf(other));
}

function textOf(section: Section): string {
  const rows = [...section].flatMap(([key, cells]) =>
    cells.every((cell) => cell === null || isEmptyCell(cell)) ? [] : [textOfRow(key, cells)],
  );
  return rows.sort().join('\n');
}

function textOfRow(key: string, cells: readonly (Cell | null)[]): string {
  const texts = cells.map((cell) => {
    const [counts, amounts] = encodeCell(cell ?? emptyCell());
    return JSON.stringify([counts, amounts, [...(cell?.rejected ?? [])].sort()]);
  });
  return `${key} ${texts.join(' ')}`;
}

function sumOf(section: Section): Section {
  const sum = [emptyCell(), emptyCell(), emptyCell(), emptyCell()];
  for (const cells of section.values())
    for (const [quarter, total] of sum.entries()) {
      const cell = cells[quarter];
      if (cell) addCell(total, cell);
    }
  return new Map([['', sum]]);
}
