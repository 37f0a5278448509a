import type { SQLOutputValue } from 'node:sqlite';

/** A column of a row that the schema declares as a BLOB. */
export function bytesOf(row: Readonly<Record<string, SQLOutputValue>>, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw new Error(`the column ${column} of the database's file holds no bytes`);
}
