/** Characters that a spreadsheet would take for the begin of a formula. */
const formula = /^[\s]*[=+\-@]/;

const cellOf = (text: string): string =>
  `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of texts as a file for spreadsheets, in an address that can be saved. @see RFC 4180 */
export function csvAddress(rows: readonly (readonly string[])[]): string {
  const text = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`;
}
