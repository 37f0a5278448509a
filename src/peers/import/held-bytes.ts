/** Bytes beside its characters that a text takes in memory, and those of a number, a time or an entry of a list. */
const bytesOfText = 24;
const bytesOfValue = 8;

/** Bytes that something listed takes, in memory or in the database, whichever is more: many short texts take more than they say. */
export function heldBytes(value: unknown): number {
  if (typeof value === 'string') return bytesOfText + Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return bytesOfValue;
  let bytes = bytesOfText;
  for (const [name, member] of Object.entries(value))
    bytes += bytesOfValue + (Array.isArray(value) ? 0 : name.length) + heldBytes(member);
  return bytes;
}
