const maxBytes = 1_024;

/**
 * Reads the URL that a broadcast announces. Others write everything into broadcasts.
 *
 * @returns null for bytes that are no http(s) URL.
 */
export function readAnnouncedUrl(message: Buffer): string | null {
  if (message.length > maxBytes || message.some((byte) => byte <= 0x20 || byte === 0x7f))
    return null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(message);
  } catch {
    return null;
  }
  return /^https?:\/\/[^/]/i.test(text) ? (URL.parse(text)?.href ?? null) : null;
}
