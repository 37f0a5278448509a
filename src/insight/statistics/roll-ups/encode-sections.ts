import { addStoredCells, emptyCell, encodeCell, isEmptyCell, type StoredCell } from './cell';
import {
  type RollUp,
  type Section,
  storedSection,
  type StoredRow,
  type StoredSections,
} from './roll-up';

/**
 * Bytes of a stored section; what comes beyond is summed up under the empty key, as what comes beyond the most rows. A
 * document of MongoDB has 16 MiB at most, and a roll-up three sections. As many rows as there may be pass it where most
 * of their cells have four reasons of rejection or more.
 */
export const mostBytes = 5_000_000;

/** Sections by their names; null where nothing is left. */
export function encodeSections({ sections }: Pick<RollUp, 'sections'>): StoredSections | null {
  const encoded = [...sections].flatMap(([name, section]) => {
    const rows = storedRowsOf(section);
    if (rows.length === 0) return [];
    const text = storedSection.encode(rows);
    const hasRoom = Buffer.byteLength(text) <= mostBytes;
    return [[name, hasRoom ? text : storedSection.encode(cut(rows))] as const];
  });
  return encoded.length === 0 ? null : Object.fromEntries(encoded);
}

/** Says that not all rows of a section are stored under their keys. */
export const isBeyondBytes = (section: Section): boolean =>
  Buffer.byteLength(storedSection.encode(storedRowsOf(section))) > mostBytes;

const storedRowsOf = (section: Section): readonly StoredRow[] =>
  [...section].flatMap(([key, cells]): StoredRow[] => {
    const stored = cells.map((cell) => (cell && !isEmptyCell(cell) ? encodeCell(cell) : 0));
    return stored.some((cell) => cell !== 0) ? [[key, ...stored]] : [];
  });

/** As many of the first rows as there is room for, and one of all others. */
function cut(rows: readonly StoredRow[]): readonly StoredRow[] {
  const kept: StoredRow[] = [];
  const others: StoredRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    const [key] = row;
    (key !== '' && bytes <= mostBytes ? kept : others).push(row);
  }
  return [...kept, sumOf(others)];
}

function sumOf(rows: readonly StoredRow[]): StoredRow {
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const sum = emptyCell();
    addStoredCells(
      sum,
      rows.flatMap(([, ...cells]): StoredCell[] => {
        const cell = cells[quarter] ?? 0;
        return cell === 0 ? [] : [cell];
      }),
    );
    return isEmptyCell(sum) ? 0 : encodeCell(sum);
  });
  return ['', ...quarters];
}
