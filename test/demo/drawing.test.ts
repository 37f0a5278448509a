import { createHash } from 'node:crypto';
import { crc32, inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import { describe, expect, it } from '@jest/globals';
import { demoCampaigns } from '../../src/start/demo/campaigns';
import { createCanvas, polygon, rgb, roundedBox } from '../../src/start/demo/canvas';
import { drawAdvert } from '../../src/start/demo/draw';
import { writeHtmlAdvert } from '../../src/start/demo/html-advert';
import { canLetter, widthOf } from '../../src/start/demo/lettering';
import { encodePng } from '../../src/start/demo/png';
import { defaultTaxonomy } from '../../src/taxonomy/default-taxonomy';
import { findFormats, isKnownMedium, validateTargeting } from '../../src/taxonomy/taxonomy';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Reads what `encodePng` writes by the letter of the specification, checksums included. */
function readChunks(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const typed = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(typed));
    chunks.push({ type: typed.toString('latin1', 0, 4), data: typed.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

function decodePixels(png: Buffer, width: number): Buffer {
  const filtered = inflateSync(readChunks(png)[1]!.data);
  const rowLength = width * 3;
  const pixels = Buffer.alloc((filtered.length / (rowLength + 1)) * rowLength);
  for (let row = 0; row * rowLength < pixels.length; row += 1) {
    const filter = filtered[row * (rowLength + 1)]!;
    for (let x = 0; x < rowLength; x += 1) {
      const at = row * rowLength + x;
      const left = x < 3 ? 0 : pixels[at - 3]!;
      const up = row === 0 ? 0 : pixels[at - rowLength]!;
      const upperLeft = x < 3 || row === 0 ? 0 : pixels[at - rowLength - 3]!;
      const nearest = [left, up, upperLeft].toSorted(
        (a, b) => Math.abs(left + up - upperLeft - a) - Math.abs(left + up - upperLeft - b),
      )[0]!;
      const predicted = [0, left, up, (left + up) >> 1, nearest][filter]!;
      pixels[at] = predicted + filtered[row * (rowLength + 1) + 1 + x]!;
    }
  }
  return pixels;
}

describe('encodePng', () => {
  it.each([
    ['one pixel', 1, 1],
    ['one row', 40, 1],
    ['one column', 1, 40],
    ['noise', 33, 17],
  ])('writes %s that decodes to the same pixels', (_case, width, height) => {
    let state = 7;
    const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
      state = (state * 75 + 74) % 65_537;
      return state & 0xff;
    });
    const png = encodePng(width, height, pixels);
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(readChunks(png).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(decodePixels(png, width)).toEqual(Buffer.from(pixels));
  });
});

describe('canvas', () => {
  it('paints inside a shape, leaves the rest, and mixes at the edge', () => {
    const canvas = createCanvas(10, 10);
    canvas.paint(roundedBox([2, 2], 5.5, 4, 0), rgb('#ff8000'));
    const pixels = decodePixels(canvas.toPng(), 10);
    const at = (x: number, y: number) => [
      ...pixels.subarray((y * 10 + x) * 3, (y * 10 + x) * 3 + 3),
    ];
    expect(at(4, 4)).toEqual([255, 128, 0]);
    expect(at(1, 4)).toEqual([0, 0, 0]);
    expect(at(7, 4)).toEqual([128, 64, 0]);
  });

  it('knows the inside of a polygon', () => {
    const shape = polygon([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ]);
    expect([shape.distance(5, 5), shape.distance(12, 5), shape.distance(5, -3)]).toEqual([
      -5, 2, 3,
    ]);
  });
});

describe('drawAdvert', () => {
  const { advert } = demoCampaigns[0]!;

  it.each([
    [300, 250],
    [728, 90],
    [160, 600],
    [320, 50],
    [970, 250],
    [300, 600],
    [336, 280],
    [468, 60],
    [320, 100],
    [580, 400],
    [1280, 720],
  ])('draws %i by %i pixels, always the same', (width, height) => {
    const png = drawAdvert(advert, width, height);
    expect(imageSize(png)).toEqual(expect.objectContaining({ type: 'png', width, height }));
    expect(png.length).toBeLessThan(262_144);
    expect(drawAdvert(advert, width, height).equals(png)).toBe(true);
  });

  it('draws each campaign differently', () => {
    const hashes = demoCampaigns.map((campaign) =>
      createHash('sha1')
        .update(drawAdvert(campaign.advert, 120, 90))
        .digest('hex'),
    );
    expect(new Set(hashes).size).toBe(demoCampaigns.length);
  });

  it('gives text more room the longer it is', () => {
    expect(widthOf('Adgate', 12)).toBeGreaterThan(widthOf('Adgat', 12));
    expect(widthOf('Adgate', 24)).toBeCloseTo(2 * widthOf('Adgate', 12));
  });
});

describe('writeHtmlAdvert', () => {
  it('loads nothing and runs nothing', () => {
    const html = writeHtmlAdvert(demoCampaigns[0]!.advert, 300, 250).toString();
    expect(html).toContain('Aurora Trails');
    expect(html).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|@import|\son\w+=/i);
  });
});

describe('demo campaigns', () => {
  it('are a dozen, each named once', () => {
    expect(new Set(demoCampaigns.map(({ slug }) => slug)).size).toBe(12);
  });

  it.each(demoCampaigns.map((campaign) => [campaign.slug, campaign] as const))(
    '%s fits the taxonomy and can be drawn',
    (_slug, { medium, targeting, imageSizes, htmlSizes, advert }) => {
      expect(isKnownMedium(defaultTaxonomy, medium, null)).toBe(true);
      expect(
        validateTargeting(defaultTaxonomy, { medium, vendor: null }, targeting, 'targeting'),
      ).toEqual({});
      const scopesOf = (type: string) =>
        findFormats(defaultTaxonomy, medium, null)!.find((format) => format.type === type)
          ?.scopes ?? [];
      expect(imageSizes.filter((size) => !scopesOf('image').includes(size))).toEqual([]);
      expect(htmlSizes.filter((size) => !scopesOf('html').includes(size))).toEqual([]);
      for (const text of [advert.name, advert.claim, advert.action])
        expect(canLetter(text)).toBe(true);
    },
  );
});
