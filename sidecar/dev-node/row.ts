/** A row that SQLite answers. */
export type Row = Readonly<Record<string, unknown>>;

/** A column that is never null: the tables are STRICT, so a BLOB gives bytes alone. */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} has no bytes`);
  return value;
}
