import type { Inspected } from './content';
import { refuseContent } from './refuse-content';

/** A box of an ISO base media file: type and the bytes after its header. */
interface Box {
  readonly type: string;
  readonly body: Buffer;
}

const maxBoxes = 10_000;
/** Brands of MP4 files that browsers play. */
const brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3gp[4-9]|qt {2})$/;

/**
 * Measures an MP4 by the picture size of its video track.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything but a whole MP4 with one video track.
 * @see ISO/IEC 14496-12, 4.2 (boxes), 8.3.2 (tkhd), 8.4.3 (hdlr)
 */
export function inspectVideo(bytes: Buffer): Inspected {
  const boxes = parseBoxes(bytes);
  const [first] = boxes;
  const moov = only(boxes, 'moov');
  if (first?.type !== 'ftyp' || !brandsOf(first.body).some((brand) => brands.test(brand)))
    return refuseContent('content', 'is not an MP4 video');
  if (!moov || !boxes.some(({ type }) => type === 'mdat'))
    return refuseContent('content', 'has no pictures');
  const sizes = parseBoxes(moov.body)
    .filter(({ type }) => type === 'trak')
    .flatMap(({ body }) => sizeOfVideoTrack(body) ?? []);
  const [scope, ...others] = sizes;
  if (scope === undefined || others.length > 0)
    return refuseContent('content', 'must have exactly one video track');
  return { mime: 'video/mp4', scope, bytes };
}

/** The size of a track of pictures; null for sound and others. */
function sizeOfVideoTrack(track: Buffer): string | null {
  const parts = parseBoxes(track);
  const media = parseBoxes(only(parts, 'mdia')?.body ?? Buffer.alloc(0));
  const handler = only(media, 'hdlr')?.body;
  if (handler?.toString('latin1', 8, 12) !== 'vide') return null;
  const header = only(parts, 'tkhd')?.body;
  const sampleTable = only(parseBoxes(only(media, 'minf')?.body ?? Buffer.alloc(0)), 'stbl')?.body;
  if (!header || !sampleTable) return refuseContent('content', 'has a broken video track');
  // Version 1 has times and duration of 64 bits: 12 bytes more. Width and height are 16.16 numbers.
  const at = header[0] === 1 ? 88 : 76;
  if (header.length < at + 8) return refuseContent('content', 'has a broken video track');
  const width = header.readUInt32BE(at) >>> 16;
  const height = header.readUInt32BE(at + 4) >>> 16;
  const coded = codedSize(sampleTable);
  if (width === 0 || height === 0 || coded === null)
    return refuseContent('content', 'has a video track without a size');
  return `${width}x${height}`;
}

/** Reads the size out of the first sample description; null where it has no size. */
function codedSize(sampleTable: Buffer): string | null {
  const descriptions = only(parseBoxes(sampleTable), 'stsd')?.body;
  if (!descriptions || descriptions.length < 8 || descriptions.readUInt32BE(4) === 0) return null;
  const [entry] = parseBoxes(descriptions.subarray(8));
  if (!entry || entry.body.length < 28) return null;
  const [width, height] = [entry.body.readUInt16BE(24), entry.body.readUInt16BE(26)];
  return width === 0 || height === 0 ? null : `${width}x${height}`;
}

function brandsOf(body: Buffer): readonly string[] {
  const text = body.toString('latin1', 0, 256);
  const compatible = text.slice(8).match(/[^]{4}/g) ?? [];
  return [text.slice(0, 4), ...compatible];
}

function only(boxes: readonly Box[], type: string): Box | undefined {
  const found = boxes.filter((box) => box.type === type);
  if (found.length > 1) return refuseContent('content', `has more than one ${type} box`);
  return found[0];
}

/** Boxes one after another; each must lie within the bytes, and all bytes must be in one. */
function parseBoxes(bytes: Buffer): readonly Box[] {
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
