import sharp from 'sharp';
import type { Inspected } from './content';
import { brandsOf } from './mp4-boxes';
import { refuseContent } from './refuse-content';

/** The most pixels of all frames together: an animation of 300x250 may have some 550. */
const maxPixels = 40_000_000;
const maxFrames = 1_000;
/** The most scans of a progressive JPEG. It usually has ten; each costs a pass over all pixels. */
const maxScans = 100;
const deadlineSeconds = 5;
const notAnImage = 'is not a GIF, JPEG, PNG, WebP or AVIF image';

/** First bytes of a format, the loader that may see the rest, and the MIME type. */
const formats = [
  { magic: /^GIF8[79]a/, loader: 'VipsForeignLoadNsgifBuffer', mime: 'image/gif' },
  { magic: /^\xff\xd8\xff/, loader: 'VipsForeignLoadJpegBuffer', mime: 'image/jpeg' },
  { magic: /^\x89PNG\r\n\x1a\n/, loader: 'VipsForeignLoadPngBuffer', mime: 'image/png' },
  { magic: /^RIFF[^]{4}WEBP/, loader: 'VipsForeignLoadWebpBuffer', mime: 'image/webp' },
  { magic: /^[^]{4}ftyp/, loader: 'VipsForeignLoadHeifBuffer', mime: 'image/avif' },
] as const;

// Formats that can name files or run a renderer (SVG, PDF, …) stay shut whatever the bytes look like.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: formats.map(({ loader }) => loader) });
sharp.cache(false);

/**
 * Decodes every pixel of every frame: what passes here, a browser can show.
 *
 * @param assertSize throws where a size is not worth decoding; called before any pixel is decoded
 * @throws {AppError} `VALIDATION_FAILED`
 */
export async function inspectImage(
  bytes: Buffer,
  assertSize: (scope: string) => void,
): Promise<Inspected> {
  const head = bytes.toString('latin1', 0, 16);
  const format = formats.find(({ magic }) => magic.test(head));
  if (!format) return refuseContent('content', notAnImage);
  if (format.mime === 'image/avif') assertStillAvif(bytes);
  if (format.mime === 'image/jpeg' && hasTooManyScans(bytes))
    refuseContent('content', `must have at most ${maxScans} scans`);
  const { width, height, frames } = await readHeader(bytes);
  const scope = `${width}x${height}`;
  assertSize(scope);
  if (frames > maxFrames) refuseContent('content', `must have at most ${maxFrames} frames`);
  if (width * height * frames > maxPixels)
    refuseContent('content', `must have at most ${maxPixels} pixels in all frames`);
  await decode(bytes);
  return { mime: format.mime, scope, bytes };
}

/**
 * Refuses other files of boxes, and sequences: of their pictures the loader decodes the first one alone.
 * @see ISO/IEC 14496-12, 4.3; AV1 Image File Format §6
 */
function assertStillAvif(bytes: Buffer): void {
  const brands = brandsOf(bytes.subarray(8, bytes.readUInt32BE(0)));
  if (!brands.includes('avif')) refuseContent('content', notAnImage);
  if (brands.includes('avis')) refuseContent('content', 'must not be a sequence of AVIF images');
}

/** Counts the mark in front of each. Coded pixels never have it, a small picture within the file may. @see ITU-T T.81 B.1.1 */
function hasTooManyScans(bytes: Buffer): boolean {
  const mark = Buffer.from([0xff, 0xda]);
  let scans = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 2)) scans += 1;
  return scans > maxScans;
}

async function readHeader(
  bytes: Buffer,
): Promise<{ readonly width: number; readonly height: number; readonly frames: number }> {
  try {
    const { autoOrient, pages } = await sharp(bytes, { limitInputPixels: false }).metadata();
    // As browsers show it, which turn a picture that says so.
    return { ...autoOrient, frames: pages ?? 1 };
  } catch (error) {
    return refuseContent('content', 'is not a readable image', error);
  }
}

async function decode(bytes: Buffer): Promise<void> {
  try {
    // One channel: a quarter of the memory that the pixels would take. Warnings are damage.
    await sharp(bytes, { animated: true, limitInputPixels: maxPixels, failOn: 'warning' })
      .timeout({ seconds: deadlineSeconds })
      .extractChannel(0)
      .raw()
      .toBuffer();
  } catch (error) {
    refuseContent('content', 'is not a readable image', error);
  }
}
