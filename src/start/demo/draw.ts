import { type Canvas, createCanvas, type Point, roundedBox } from './canvas';
import { letter, widthOf } from './lettering';
import { type Area, type MotifName, motifs, type Palette } from './motifs';

export interface Advert {
  /** Letters, digits and a few signs: what `canLetter` accepts. */
  readonly name: string;
  readonly claim: string;
  readonly action: string;
  readonly motif: MotifName;
  readonly palette: Palette;
}

const nameWeight = 0.17;
const textWeight = 0.12;

/** Draws an advert as a PNG; the same advert and size always give the same bytes. */
export function drawAdvert(advert: Advert, width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  canvas.fill(advert.palette.from, advert.palette.to);
  if (width / height >= 2.5) drawWide(canvas, advert);
  else drawColumn(canvas, advert, height / width >= 1.5);
  labelSize(canvas, advert.palette);
  return canvas.toPng();
}

/** Name and claim at the left, action at the right, picture between and behind. */
function drawWide(canvas: Canvas, advert: Advert): void {
  const { width, height } = canvas;
  const { palette } = advert;
  const left = Math.min(height * 0.3, width * 0.04);
  motifs[advert.motif](canvas, { x: width * 0.44, y: 0, width: width * 0.34, height }, palette);

  const hasClaim = height >= 80;
  const size = fit(advert.name, height * (hasClaim ? 0.26 : 0.32), width * 0.42);
  const claimSize = fit(advert.claim, height * 0.115, width * 0.42);
  const top = (height - size - (hasClaim ? claimSize * 2.2 : 0)) / 2;
  writeLine(canvas, [left, top], advert.name, size, palette, nameWeight);
  if (hasClaim)
    writeLine(
      canvas,
      [left, top + size + claimSize * 1.2],
      advert.claim,
      claimSize,
      palette,
      textWeight,
    );

  const actionSize = Math.max(6, height * 0.12);
  const pillWidth = widthOf(advert.action, actionSize) + actionSize * 3;
  drawAction(canvas, advert, [width - pillWidth - left, height / 2 - actionSize * 1.5], actionSize);
}

/** Name and claim at the top, action at the bottom, picture beneath or, in a tall one, between. */
function drawColumn(canvas: Canvas, advert: Advert, isTall: boolean): void {
  const { width, height } = canvas;
  const { palette } = advert;
  const margin = Math.min(width, height) * 0.1;
  const area: Area = isTall
    ? { x: 0, y: height * 0.42, width, height: height * 0.42 }
    : { x: width * 0.44, y: height * 0.42, width: width * 0.56, height: height * 0.58 };
  motifs[advert.motif](canvas, area, palette);

  const room = width - margin * 2;
  const words = advert.name.split(' ');
  const longest = words.reduce((a, b) => (widthOf(a, 1) >= widthOf(b, 1) ? a : b));
  const size = fit(longest, isTall ? width * 0.16 : height * 0.13, room);
  let top = margin;
  for (const line of wrap(advert.name, size, room)) {
    writeLine(canvas, [margin, top], line, size, palette, nameWeight);
    top += size * 1.45;
  }
  const claimSize = isTall ? Math.max(7, width * 0.055) : Math.max(7, height * 0.04);
  top += claimSize * 0.6;
  for (const line of wrap(advert.claim, claimSize, room)) {
    writeLine(canvas, [margin, top], line, claimSize, palette, textWeight);
    top += claimSize * 1.9;
  }
  const actionSize = fit(advert.action, isTall ? width * 0.06 : height * 0.045, room * 0.7);
  const lift = actionSize * (isTall ? 5 : 3);
  drawAction(canvas, advert, [margin, height - margin - lift], actionSize);
}

function drawAction(canvas: Canvas, advert: Advert, [left, top]: Point, size: number): void {
  const { accent, onAccent } = advert.palette;
  const width = widthOf(advert.action, size) + size * 3;
  canvas.paint(roundedBox([left, top], width, size * 3, size * 1.5), accent);
  const lettering = { text: advert.action, size, colour: onAccent, weight: nameWeight };
  letter(canvas, [left + size * 1.5, top + size], lettering);
}

/** The size in the bottom right corner: a demo shows which creative fills which box. */
function labelSize(canvas: Canvas, { ink }: Palette): void {
  const text = `${canvas.width}×${canvas.height}`;
  const size = Math.max(5, Math.min(12, canvas.height * 0.022));
  const origin = [canvas.width - widthOf(text, size) - size, canvas.height - size * 1.9] as const;
  letter(canvas, origin, { text, size, colour: ink, weight: 0.13 });
}

function writeLine(
  canvas: Canvas,
  origin: Point,
  text: string,
  size: number,
  { ink }: Palette,
  weight: number,
): void {
  letter(canvas, origin, { text, size, colour: ink, weight });
}

/** The size, at most `wanted`, at which the text is no wider than `room`. */
function fit(text: string, wanted: number, room: number): number {
  return Math.min(wanted, room / widthOf(text, 1));
}

function wrap(text: string, size: number, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
