const maxNameLength = 255;

/** What is wrong with the name of a creative; null when nothing is. */
export function problemOfName(name: unknown): string | null {
  if (typeof name !== 'string') return 'must be a text';
  return name.length >= 1 && name.length <= maxNameLength
    ? null
    : `must have 1 to ${maxNameLength} characters`;
}
