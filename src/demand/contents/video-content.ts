import type { Inspected } from './content';
import { type Box, brandsOf, only, parseBoxes } from './mp4-boxes';
import { refuseContent } from './refuse-content';
import { refuseForeignCodec } from './video-codecs';

/** Brands of MP4 files that browsers play. */
const brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3gp[4-9]|qt {2})$/;

/**
 * Measures an MP4 by the picture size of its video track.
 *
 * @throws {AppError} `VALIDATION_FAILED` for anything but a whole MP4 with one video track that browsers play.
 * @see ISO/IEC 14496-12, 8.3.2 (tkhd), 8.4.3 (hdlr), 8.5.2 (stsd)
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

/**
 * The size of a track of pictures as it is shown; null for sound and others.
 *
 * @throws {AppError} `VALIDATION_FAILED` for pictures and sound that browsers do not play.
 */
function sizeOfVideoTrack(track: Buffer): string | null {
  const parts = parseBoxes(track);
  const media = parseBoxes(only(parts, 'mdia')?.body ?? Buffer.alloc(0));
  const handler = only(media, 'hdlr')?.body.toString('latin1', 8, 12);
  if (handler !== 'vide' && handler !== 'soun') return null;
  const header = only(parts, 'tkhd')?.body;
  const sampleTable = only(parseBoxes(only(media, 'minf')?.body ?? Buffer.alloc(0)), 'stbl')?.body;
  if (!header || !sampleTable) return refuseContent('content', 'has a broken video track');
  const entries = sampleEntriesOf(sampleTable);
  for (const entry of entries) refuseForeignCodec(handler, entry);
  if (handler === 'soun') return null;
  const size = shownSize(header);
  if (size === null || !isOfSomeSize(entries[0]))
    return refuseContent('content', 'has a video track without a size');
  return size;
}

/** Reads the size out of the header of a track, turned as its pictures are; null where it has no size. */
function shownSize(header: Buffer): string | null {
  // Version 1 has times and duration of 64 bits: 12 bytes more. Width and height are 16.16 numbers.
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return refuseContent('content', 'has a broken video track');
  const width = header.readUInt32BE(matrix + 36) >>> 16;
  const height = header.readUInt32BE(matrix + 40) >>> 16;
  if (width === 0 || height === 0) return null;
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => header.readInt32BE(matrix + at));
  // A quarter of a turn has nothing but b and c.
  const isTurned = a === 0 && d === 0 && b !== 0 && c !== 0;
  return isTurned ? `${height}x${width}` : `${width}x${height}`;
}

/** The descriptions of the samples of a track. */
function sampleEntriesOf(sampleTable: Buffer): readonly Box[] {
  const descriptions = only(parseBoxes(sampleTable), 'stsd')?.body;
  if (!descriptions || descriptions.length < 8) return [];
  return parseBoxes(descriptions.subarray(8));
}

function isOfSomeSize(entry: Box | undefined): boolean {
  if (!entry || entry.body.length < 28) return false;
  return entry.body.readUInt16BE(24) !== 0 && entry.body.readUInt16BE(26) !== 0;
}
