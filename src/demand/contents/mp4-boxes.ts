import { refuseContent } from './refuse-content';

/** A box of an ISO base media file: type and the bytes after its header. */
export interface Box {
  readonly type: string;
  readonly body: Buffer;
}

const maxBoxes = 10_000;
/**
 * The only box of a type; none is undefined.
 *
 * @throws {AppError} `VALIDATION_FAILED` where there are two.
 */
export function only(boxes: readonly Box[], type: string): Box | undefined {
  const found = boxes.filter((box) => box.type === type);
  if (found.length > 1) return refuseContent('content', `has more than one ${type} box`);
  return found[0];
}

/**
 * Boxes one after another; each must lie within the bytes, and all bytes must be in one.
 *
 * @throws {AppError} `VALIDATION_FAILED` where they are not.
 * @see ISO/IEC 14496-12, 4.2
 */
export function parseBoxes(bytes: Buffer): readonly Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { header, size } = parseBoxHeader(bytes, at);
    if (size < header || size > bytes.length - at || boxes.length >= maxBoxes)
      return refuseContent('content', 'is not a whole MP4 video');
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      body: bytes.subarray(at + header, at + size),
    });
    at += size;
  }
  return boxes;
}

function parseBoxHeader(
  bytes: Buffer,
  at: number,
): { readonly header: number; readonly size: number } {
  const left = bytes.length - at;
  if (left < 8) return { header: 8, size: 0 };
  const size = bytes.readUInt32BE(at);
  // 0: to the end of the file. 1: the size follows in 64 bits.
  if (size === 0) return { header: 8, size: left };
  if (size !== 1) return { header: 8, size };
  if (left < 16) return { header: 16, size: 0 };
  return { header: 16, size: Number(bytes.readBigUInt64BE(at + 8)) };
}

/** The brands that a file says it has: the body of its `ftyp` box. @see ISO/IEC 14496-12, 4.3 */
export function brandsOf(body: Buffer): readonly string[] {
  const text = body.toString('latin1', 0, 256);
  const compatible = text.slice(8).match(/[^]{4}/g) ?? [];
  return [text.slice(0, 4), ...compatible];
}
