/** A new name for something that moves money: asked for twice by it, it happens once. */
export function createReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `panel-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
