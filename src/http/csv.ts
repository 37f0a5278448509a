import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** null: an empty cell. */
export type CsvCell = string | number | bigint | null;
export type CsvRow = readonly CsvCell[];

/** Rows as they come, some at a time: to wait for each alone takes as long as to write it. */
export type CsvRows = AsyncIterable<Iterable<CsvRow>>;

export interface CsvTable {
  /** The name that browsers save it by: plain letters. */
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly rows: CsvRows;
}

/** Rows are sent in pieces of about this many characters. */
const chunkLength = 64 * 1024;
/** A client that reads nothing for so long is cut off, and one that has not read all by the end. */
const idleMs = 30_000;
const longestMs = 15 * 60_000;

/** Characters that begin a formula in a spreadsheet, at the start of a cell and wherever it may split one. */
const formula = /(^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g;
/** Most cells: they stand as they are. */
const plain = /^[0-9A-Za-z][0-9A-Za-z_.:-]*$/;
const decimal = /^-?\d+(?:\.\d+)?$/;
const needsQuotes = /[",;\r\n\t']|^ | $/;

/**
 * One line, with its end. A text that a spreadsheet would run as a formula begins with an apostrophe: it shows what
 * stands behind it.
 *
 * @see RFC 4180
 */
export function formatCsvRow(cells: CsvRow): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** Writes the rows of one table: cells often stand below their like, and are written as those were. */
function createRowFormat(): (cells: CsvRow) => string {
  const above: CsvCell[] = [];
  const texts: string[] = [];
  return (cells) => {
    above.length = cells.length;
    texts.length = cells.length;
    cells.forEach((cell, column) => {
      if (cell === above[column]) return;
      above[column] = cell;
      texts[column] = formatCell(cell);
    });
    return `${texts.join(',')}\r\n`;
  };
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.toString();
  if (plain.test(cell) || decimal.test(cell)) return cell;
  const harmless = cell.replace(formula, "$1'");
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Sends a header row and rows as they come, no faster than the client reads. HEAD is answered without a row. A client that
 * goes away is no failure.
 *
 * @throws what the rows have failed with: before anything was sent, so that there may be another answer, or later. Then
 * the connection is reset, not ended: even a client or a proxy of HTTP/1.0, for which the end of a connection ends an
 * answer, does not take a part for the whole.
 */
export async function sendCsv(
  res: ServerResponse,
  { fileName, columns, rows }: CsvTable,
): Promise<void> {
  const failures: unknown[] = [];
  const cut = () => res.socket?.resetAndDestroy();
  const chunks = toChunks(columns, rows, (error) => {
    failures.push(error);
    if (res.headersSent) cut();
  });
  const isHead = res.req.method === 'HEAD';
  const first = isHead ? '' : ((await chunks.next()).value ?? '');
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  res.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHead) {
    res.end();
    return;
  }
  res.setTimeout(idleMs, cut);
  const deadline = setTimeout(cut, longestMs);
  try {
    await pipeline(Readable.from(resume(first, chunks)), res);
  } catch {
    // Else the client has gone, or was cut off.
    if (failures.length > 0) throw failures[0];
  } finally {
    clearTimeout(deadline);
  }
}

async function* resume(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** @param onFailure gets what the rows fail with, not what the chunks' reader ends them with */
async function* toChunks(
  columns: CsvRow,
  rows: CsvRows,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string, undefined> {
  const format = createRowFormat();
  let chunk = format(columns);
  let isRead = false;
  try {
    for await (const some of rows)
      for (const row of some) {
        chunk += format(row);
        if (chunk.length < chunkLength) continue;
        isRead = true;
        yield chunk;
        isRead = false;
        chunk = '';
        // A client that reads as fast as we write must not keep others waiting.
        await nextTurn();
      }
  } catch (error) {
    if (!isRead) onFailure(error);
    throw error;
  }
  yield chunk;
}
