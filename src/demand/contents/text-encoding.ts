import { isUtf8 } from 'node:buffer';

/** Signs at the start of a text that say its encoding, whatever else says another one. */
const marks: readonly (readonly [string, string])[] = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xfe\xff', 'utf-16be'],
  ['\xff\xfe', 'utf-16le'],
];
/** So far into a document browsers look for its declaration. */
const prescannedBytes = 1_024;

/**
 * The encoding of a document: by its mark, else as it declares, else windows-1252. What declares nothing and is UTF-8
 * counts as UTF-8, as browsers take it from a disk.
 * @see HTML, determining the character encoding
 */
export function encodingOfDocument(bytes: Buffer): string {
  const marked = markedEncodingOf(bytes);
  if (marked !== null) return marked;
  const start = bytes.toString('latin1', 0, prescannedBytes).replace(/<!--[^]*?-->/g, '');
  const [, label = ''] = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start) ?? [];
  const declared = encodingOf(label);
  // A declaration that can be read is none of UTF-16.
  if (declared !== null) return declared.startsWith('utf-16') ? 'utf-8' : declared;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Reads a text as browsers do: by its mark, else in this encoding. What cannot be read becomes U+FFFD. */
export function decodeText(bytes: Buffer, encoding: string): string {
  return new TextDecoder(markedEncodingOf(bytes) ?? encoding).decode(bytes);
}

function markedEncodingOf(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 3);
  return marks.find(([mark]) => start.startsWith(mark))?.[1] ?? null;
}

/** Reads a style sheet, which may say its encoding. @see CSS Syntax 3 §3.2 */
export function decodeStyleSheet(bytes: Buffer, encoding: string): string {
  const [, label = ''] = /^@charset "([^"]{1,64})";/.exec(bytes.toString('latin1', 0, 80)) ?? [];
  return decodeText(bytes, encodingOf(label) ?? encoding);
}

/** The encoding that a label names; null: none. @see WHATWG Encoding §4.2 */
export function encodingOf(label: string): string | null {
  try {
    return label === '' ? null : new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
