/** A typed address with its `https://`, which people leave out. */
export function withScheme(typed: string): string {
  const text = typed.trim();
  return text === '' || text.includes('://') ? text : `https://${text}`;
}
