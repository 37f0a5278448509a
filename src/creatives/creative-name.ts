const maxNameBytes = 255;

/** What is wrong with the name of a creative; null when nothing is. */
export function problemOfName(name: unknown): string | null {
  if (typeof name !== 'string') return 'must be a text';
  const byteLength = Buffer.byteLength(name);
  return byteLength >= 1 && byteLength <= maxNameBytes
    ? null
    : `must have 1 to ${maxNameBytes} bytes`;
}
