/** A new name for something that must happen once: asked for twice by it, it does. */
export function createReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `panel-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
