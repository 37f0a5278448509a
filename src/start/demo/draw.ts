import sharp from 'sharp';
import { oneByOne } from '../../turns';
import { letter, round, widthOf } from './lettering';
import { type Area, drawMotif, type MotifName, type Palette, styleOf } from './motifs';

export interface Advert {
  /** Letters, digits and a few signs: what `canLetter` accepts. */
  readonly name: string;
  readonly claim: string;
  readonly action: string;
  readonly motif: MotifName;
  readonly palette: Palette;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const nameWeight = 0.17;
const textWeight = 0.12;

const svgLoader = { operation: ['VipsForeignLoadSvg'] };

/**
 * Draws an advert in each of the sizes as a PNG; the same advert and size always give the same bytes.
 *
 * Reading SVG is blocked in the gateway because of what strangers upload: it is allowed while we read our own, when
 * nobody is served yet.
 */
export function drawAdvert(
  advert: Advert,
  sizes: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  return oneByOne('SVG', async () => {
    sharp.unblock(svgLoader);
    try {
      const drawn = new Map<string, Buffer>();
      // One at a time: several threads keep more of what they have drawn with.
      for (const size of sizes) {
        const svg = Buffer.from(toSvg(advert, toPixels(size)));
        drawn.set(size, await sharp(svg).removeAlpha().png({ compressionLevel: 9 }).toBuffer());
      }
      return drawn;
    } finally {
      sharp.block(svgLoader);
    }
  });
}

/** @param size `<width>x<height>` */
export function toPixels(size: string): Size {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}

function toSvg(advert: Advert, size: Size): string {
  const { width, height } = size;
  const isWide = width / height >= 2.5;
  const content = isWide ? wide(advert, size) : column(advert, size, height / width >= 1.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${styleOf(advert.palette)}${paints(advert.palette)}<rect width="100%" height="100%" fill="url(#ground)"/>${content}${sizeLabel(advert.palette, size)}</svg>`;
}

/** The fills: the background, the source of the light, and the light around it. */
function paints({ from, to, ink, accent }: Palette): string {
  const ramp = (colours: readonly (readonly [colour: string, opacity: number])[]) =>
    colours
      .map(
        ([colour, opacity], at) =>
          `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('');
  return `<defs><linearGradient id="ground" x2="1" y2="1">${ramp([
    [from, 1],
    [to, 1],
  ])}</linearGradient><linearGradient id="light" x2="0.4" y2="1">${ramp([
    [mix(accent, ink), 1],
    [accent, 1],
  ])}</linearGradient><radialGradient id="glow">${ramp([
    [accent, 0.4],
    [accent, 0],
  ])}</radialGradient></defs>`;
}

/** A colour between two of the form `#rrggbb`. */
function mix(one: string, other: string): string {
  const channels = (colour: string) =>
    [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const others = channels(other);
  const mixed = channels(one).map((channel, at) => Math.round((channel + (others[at] ?? 0)) / 2));
  return `rgb(${mixed.join(',')})`;
}

/** Name and claim at the left, action at the right, picture between and behind. */
function wide(advert: Advert, { width, height }: Size): string {
  const { palette, name, claim, action } = advert;
  const left = Math.min(height * 0.3, width * 0.04);
  const area = { x: width * 0.44, y: 0, width: width * 0.34, height };
  const hasClaim = height >= 80;
  const size = fit(name, height * (hasClaim ? 0.26 : 0.32), width * 0.42);
  const claimSize = fit(claim, height * 0.115, width * 0.42);
  const top = (height - size - (hasClaim ? claimSize * 2.2 : 0)) / 2;
  const actionSize = Math.max(6, height * 0.12);
  const pillWidth = widthOf(action, actionSize) + actionSize * 3;
  return [
    drawMotif(advert.motif, { width, height, area }),
    letter(left, top, { text: name, size, colour: palette.ink, weight: nameWeight }),
    hasClaim &&
      letter(left, top + size + claimSize * 1.2, {
        text: claim,
        size: claimSize,
        colour: palette.ink,
        weight: textWeight,
      }),
    pill(advert, [width - pillWidth - left, height / 2 - actionSize * 1.5], actionSize),
  ]
    .filter(Boolean)
    .join('');
}

/** Name and claim at the top, action at the bottom, picture beneath or, in a tall one, between. */
function column(advert: Advert, { width, height }: Size, isTall: boolean): string {
  const { palette, name, claim, action } = advert;
  const margin = Math.min(width, height) * 0.1;
  const room = width - margin * 2;
  const area: Area = isTall
    ? { x: 0, y: height * 0.42, width, height: height * 0.42 }
    : { x: width * 0.44, y: height * 0.42, width: width * 0.56, height: height * 0.58 };
  const words = name.split(' ');
  const longest = words.reduce((a, b) => (widthOf(a, 1) >= widthOf(b, 1) ? a : b));
  const nameSize = fit(longest, isTall ? width * 0.16 : height * 0.13, room);
  const claimSize = isTall ? Math.max(7, width * 0.055) : Math.max(7, height * 0.04);
  const nameLines = wrap(name, nameSize, room);
  const claimTop = margin + nameLines.length * nameSize * 1.45 + claimSize * 0.6;
  const actionSize = fit(action, isTall ? width * 0.06 : height * 0.045, room * 0.7);
  const lift = actionSize * (isTall ? 5 : 3);
  return [
    drawMotif(advert.motif, { width, height, area }),
    ...nameLines.map((text, line) =>
      letter(margin, margin + line * nameSize * 1.45, {
        text,
        size: nameSize,
        colour: palette.ink,
        weight: nameWeight,
      }),
    ),
    ...wrap(claim, claimSize, room).map((text, line) =>
      letter(margin, claimTop + line * claimSize * 1.9, {
        text,
        size: claimSize,
        colour: palette.ink,
        weight: textWeight,
      }),
    ),
    pill(advert, [margin, height - margin - lift], actionSize),
  ].join('');
}

/** The button, with the promise of a click. */
function pill(
  { action, palette }: Advert,
  [left, top]: readonly [left: number, top: number],
  size: number,
): string {
  const width = widthOf(action, size) + size * 3;
  const box = (drop: number, paint: string) =>
    `<rect x="${round(left)}" y="${round(top + drop)}" width="${round(width)}" height="${round(size * 3)}" rx="${round(size * 1.5)}" ${paint}/>`;
  return (
    box(size * 0.22, 'fill="#000" fill-opacity="0.2"') +
    box(0, `fill="${palette.accent}"`) +
    letter(left + size * 1.5, top + size, {
      text: action,
      size,
      colour: palette.onAccent,
      weight: nameWeight,
    })
  );
}

/** The size in the bottom right corner: a demo shows which creative fills which box. */
function sizeLabel({ ink }: Palette, { width, height }: Size): string {
  const text = `${width}×${height}`;
  const size = Math.max(5, Math.min(12, height * 0.022));
  return letter(width - widthOf(text, size) - size, height - size * 1.9, {
    text,
    size,
    colour: ink,
    weight: 0.13,
  });
}

/** The size, at most `wanted`, at which the text is no wider than `room`. */
function fit(text: string, wanted: number, room: number): number {
  return Math.min(wanted, room / widthOf(text, 1));
}

function wrap(text: string, size: number, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
