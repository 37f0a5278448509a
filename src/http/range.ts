/** Bytes from one to another, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range of bytes that a `Range` header asks for; null: the whole. Several ranges are answered with the whole, as
 * RFC 9110 §14.2 lets us.
 *
 * @param length of the whole, in bytes
 */
export function readRange(
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const isSuffix = match[1] === '';
  const first = isSuffix ? Math.max(0, length - Number(match[2])) : Number(match[1]);
  const last = isSuffix || match[2] === '' ? length - 1 : Math.min(Number(match[2]), length - 1);
  if (first >= length || (isSuffix && Number(match[2]) === 0)) return 'unsatisfiable';
  return first > last ? null : { first, last };
}
