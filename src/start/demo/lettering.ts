/** Height of a capital in the units that the letters are drawn in; y grows downwards. */
const capHeight = 6;
const letterGap = 1.5;
const spaceWidth = 2.1;

/** Width, then strokes as an SVG path. */
const letters: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [4.2, 'M0,6 L2.1,0 L4.2,6 M.8,3.9 L3.4,3.9'],
  B: [
    3.6,
    'M0,2.8 L1.8,2.8 Q3.3,2.8,3.3,1.4 Q3.3,0,1.8,0 L0,0 L0,6 L1.9,6 Q3.7,6,3.7,4.4 Q3.7,2.8,1.8,2.8',
  ],
  C: [4, 'M4,1.3 Q3.3,0,2.1,0 Q0,0,0,3 Q0,6,2.1,6 Q3.3,6,4,4.7'],
  D: [4, 'M0,0 L1.6,0 Q4,0,4,3 Q4,6,1.6,6 L0,6 L0,0'],
  E: [3.2, 'M3.2,0 L0,0 L0,6 L3.2,6 M0,2.9 L2.7,2.9'],
  F: [3.1, 'M3.1,0 L0,0 L0,6 M0,3 L2.6,3'],
  G: [4.1, 'M3.9,1.2 Q3.2,0,2.1,0 Q0,0,0,3 Q0,6,2.2,6 Q4.1,6,4.1,3.4 L2.4,3.4'],
  H: [3.8, 'M0,0 L0,6 M3.8,0 L3.8,6 M0,3 L3.8,3'],
  I: [0, 'M0,0 L0,6'],
  J: [2.4, 'M2.4,0 L2.4,4.3 Q2.4,6,1.1,6 Q.3,6,0,5.2'],
  K: [3.7, 'M0,0 L0,6 M3.6,0 L0,3.7 M1.4,2.4 L3.7,6'],
  L: [2.9, 'M0,0 L0,6 L2.9,6'],
  M: [4.6, 'M0,6 L0,0 L2.3,4 L4.6,0 L4.6,6'],
  N: [3.9, 'M0,6 L0,0 L3.9,6 L3.9,0'],
  O: [4.6, 'M2.3,0 Q0,0,0,3 Q0,6,2.3,6 Q4.6,6,4.6,3 Q4.6,0,2.3,0'],
  P: [3.5, 'M0,6 L0,0 L1.8,0 Q3.5,0,3.5,1.7 Q3.5,3.4,1.8,3.4 L0,3.4'],
  Q: [4.6, 'M2.3,0 Q0,0,0,3 Q0,6,2.3,6 Q4.6,6,4.6,3 Q4.6,0,2.3,0 M3,4.5 L4.6,6.3'],
  R: [3.6, 'M0,6 L0,0 L1.8,0 Q3.5,0,3.5,1.7 Q3.5,3.4,1.8,3.4 L0,3.4 M1.7,3.4 L3.6,6'],
  S: [
    3.6,
    'M3.4,1.1 Q2.8,0,1.8,0 Q.2,0,.2,1.5 Q.2,2.7,1.8,3 Q3.6,3.3,3.6,4.5 Q3.6,6,1.8,6 Q.5,6,0,4.8',
  ],
  T: [3.8, 'M0,0 L3.8,0 M1.9,0 L1.9,6'],
  U: [3.8, 'M0,0 L0,4 Q0,6,1.9,6 Q3.8,6,3.8,4 L3.8,0'],
  V: [4, 'M0,0 L2,6 L4,0'],
  W: [5.8, 'M0,0 L1.5,6 L2.9,1 L4.3,6 L5.8,0'],
  X: [3.8, 'M0,0 L3.8,6 M3.8,0 L0,6'],
  Y: [3.8, 'M0,0 L1.9,3.1 L3.8,0 M1.9,3.1 L1.9,6'],
  Z: [3.6, 'M0,0 L3.6,0 L0,6 L3.6,6'],
  0: [3.8, 'M1.9,0 Q0,0,0,3 Q0,6,1.9,6 Q3.8,6,3.8,3 Q3.8,0,1.9,0'],
  1: [1.6, 'M0,1.2 L1.6,0 L1.6,6'],
  2: [3.4, 'M.1,1.5 Q.3,0,1.7,0 Q3.3,0,3.3,1.6 Q3.3,2.6,2.2,3.7 L0,6 L3.4,6'],
  3: [
    3.4,
    'M.2,.9 Q.8,0,1.7,0 Q3.2,0,3.2,1.4 Q3.2,2.8,1.5,2.8 Q3.4,2.8,3.4,4.4 Q3.4,6,1.7,6 Q.5,6,0,4.9',
  ],
  4: [3.8, 'M2.8,6 L2.8,0 L0,4.2 L3.8,4.2'],
  5: [3.4, 'M3.1,0 L.5,0 L.3,2.6 Q.9,2.1,1.7,2.1 Q3.4,2.1,3.4,4 Q3.4,6,1.6,6 Q.5,6,0,5'],
  6: [3.5, 'M2.9,0 Q0,1.6,0,4.1 Q0,6,1.8,6 Q3.5,6,3.5,4.2 Q3.5,2.4,1.8,2.4 Q.4,2.4,0,3.9'],
  7: [3.4, 'M0,0 L3.4,0 L1.2,6'],
  8: [
    3.4,
    'M1.7,2.8 Q.3,2.8,.3,1.4 Q.3,0,1.7,0 Q3.1,0,3.1,1.4 Q3.1,2.8,1.7,2.8 Q0,2.8,0,4.4 Q0,6,1.7,6 Q3.4,6,3.4,4.4 Q3.4,2.8,1.7,2.8',
  ],
  9: [3.5, 'M.6,6 Q3.5,4.4,3.5,1.9 Q3.5,0,1.7,0 Q0,0,0,1.8 Q0,3.6,1.7,3.6 Q3.1,3.6,3.5,2.1'],
  '×': [2.4, 'M0,2.4 L2.4,4.8 M2.4,2.4 L0,4.8'],
  '.': [0, 'M0,5.9 L0,6'],
  ',': [0.2, 'M.2,5.8 L0,6.9'],
  '-': [1.8, 'M0,3.2 L1.8,3.2'],
  "'": [0, 'M0,0 L0,1.2'],
  '%': [
    4.4,
    'M4,0 L.4,6 M.9,0 Q0,0,0,1 Q0,2,.9,2 Q1.8,2,1.8,1 Q1.8,0,.9,0 M3.5,4 Q2.6,4,2.6,5 Q2.6,6,3.5,6 Q4.4,6,4.4,5 Q4.4,4,3.5,4',
  ],
  '→': [4, 'M0,3 L4,3 M2.5,1.5 L4,3 L2.5,4.5'],
};

/** Writes a number with the digits that a picture needs, so that its text stays short. */
export const round = (value: number): number => Math.round(value * 100) / 100;

const charactersOf = (text: string) => Array.from(text.toUpperCase());

/** Says that every character of a text can be drawn; lower case is drawn as capitals. */
export function canLetter(text: string): boolean {
  return charactersOf(text).every((character) => character === ' ' || character in letters);
}

export interface Lettering {
  readonly text: string;
  /** Pixels of a capital. */
  readonly size: number;
  readonly colour: string;
  /** Thickness of a stroke as a share of the size. */
  readonly weight: number;
}

/** Pixels from the first stroke's middle to the last one's. */
export function widthOf(text: string, size: number): number {
  const advances = charactersOf(text).map((character) =>
    character === ' ' ? spaceWidth : (letters[character]?.[0] ?? 0) + letterGap,
  );
  return ((advances.reduce((sum, advance) => sum + advance, 0) - letterGap) * size) / capHeight;
}

/** One line of text as SVG, its capitals' top left at `left`, `top`: strokes, because a bare machine has no fonts. */
export function letter(left: number, top: number, lettering: Lettering): string {
  const { text, size, colour, weight } = lettering;
  const scale = size / capHeight;
  let x = 0;
  const paths = charactersOf(text).map((character) => {
    const [width, path] = letters[character] ?? [spaceWidth - letterGap, ''];
    const drawn = path && `<path transform="translate(${round(x)} 0)" d="${path}"/>`;
    x += width + letterGap;
    return drawn;
  });
  const thickness = Math.max(1 / scale, weight * capHeight);
  return `<g transform="translate(${round(left)} ${round(top)}) scale(${round(scale)})" fill="none" stroke="${colour}" stroke-width="${round(thickness)}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`;
}
