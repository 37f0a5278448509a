import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';
import sharp from 'sharp';
import { describe, expect, it } from '@jest/globals';
import { demoCampaigns } from '../../../src/start/demo/campaigns';
import { type Advert, drawAdvert, toPixels } from '../../../src/start/demo/draw';
import { writeHtmlAdvert } from '../../../src/start/demo/html-advert';
import { canLetter, widthOf } from '../../../src/start/demo/lettering';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import {
  findFormats,
  isKnownMedium,
  validateTargeting,
} from '../../../src/demand/taxonomy/taxonomy';

const digestOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');

async function pixelsOf(advert: Advert, size: string): Promise<Buffer> {
  const drawn = await drawAdvert(advert, [size]);
  return sharp(drawn.get(size)).raw().toBuffer();
}

describe('drawAdvert', () => {
  const { advert } = demoCampaigns[0]!;

  it('draws every size, always the same', async () => {
    const sizes = [...new Set(demoCampaigns.flatMap(({ imageSizes }) => imageSizes))];
    expect(sizes.length).toBeGreaterThan(10);
    const drawn = await drawAdvert(advert, sizes);
    expect([...drawn.keys()]).toEqual(sizes);
    const again = await drawAdvert(advert, sizes);
    for (const [size, png] of drawn) {
      const { width, height } = toPixels(size);
      expect(imageSize(png)).toEqual(expect.objectContaining({ type: 'png', width, height }));
      expect(png.length).toBeLessThan(262_144);
      expect(again.get(size)!.equals(png)).toBe(true);
    }
  });

  it('draws each campaign differently', async () => {
    const pngs = await Promise.all(
      demoCampaigns.map((campaign) => drawAdvert(campaign.advert, ['120x90'])),
    );
    const hashes = pngs.map((drawn) => digestOf(drawn.get('120x90')!));
    expect(new Set(hashes).size).toBe(demoCampaigns.length);
  });

  it('needs no font: it writes by strokes', async () => {
    const lettered = await pixelsOf(advert, '300x250');
    const bare = await pixelsOf({ ...advert, name: '.', claim: '.' }, '300x250');
    expect(lettered.equals(bare)).toBe(false);
    const motifs = new Set(demoCampaigns.map((campaign) => `demo/${campaign.advert.motif}.svg`));
    const drawing = ['draw', 'motifs', 'lettering'].map((name) => `src/start/demo/${name}.ts`);
    const sources = [...motifs, ...drawing].map((path) => readFileSync(path, 'utf8'));
    expect(sources.join('')).not.toMatch(/<text|font-family/);
  });

  it('lets nobody else read SVG when it is done', async () => {
    await drawAdvert(advert, ['120x90']);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow('unsupported');
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
        validateTargeting(defaultTaxonomy, { medium, vendor: null, targeting }, 'targeting'),
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
