import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalledFolder } from '../../http/installed-folder';
import { round } from './lettering';

/** Where the picture of an advert goes; a motif may spill over its edges. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** CSS colours. */
export interface Palette {
  /** Background, top left and bottom right. */
  readonly from: string;
  readonly to: string;
  readonly ink: string;
  readonly accent: string;
  /** Text on the accent. */
  readonly onAccent: string;
}

/** The picture of an advert. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly area: Area;
}

/** The part of a banner that each motif fills: its area, all beside it at the right, or all beneath its upper edge. */
const parts = {
  hills: 'beneath',
  waves: 'beneath',
  rings: 'area',
  bars: 'area',
  orbits: 'area',
  peaks: 'area',
  facets: 'beside',
  dots: 'beside',
} as const;

export type MotifName = keyof typeof parts;

/** The colours of a motif's shapes, by their classes in its file. */
export function styleOf({ from, ink, accent }: Palette): string {
  const colours = Object.entries({ from, ink, accent });
  const rules = colours.map(
    ([name, colour]) => `.${name}{fill:${colour}}.${name}.line{fill:none;stroke:${colour}}`,
  );
  return `<style>${rules.join('')}</style>`;
}

/** A motif as SVG: the file `demo/<name>.svg`, with the paints of the advert that it is put into. */
export function drawMotif(name: MotifName, scene: Scene): string {
  const folder = findInstalledFolder(__dirname, 'demo', `${name}.svg`);
  if (folder === null) throw new Error(`demo/${name}.svg is missing from this installation`);
  const { x, y, width, height } = placeOf(parts[name], scene);
  const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  return readFileSync(join(folder, `${name}.svg`), 'utf8').replace('<svg ', `<svg ${place} `);
}

function placeOf(part: (typeof parts)[MotifName], { width, height, area }: Scene): Area {
  if (part === 'area') return area;
  if (part === 'beside') return { x: area.x, y: 0, width: width - area.x, height };
  return { x: 0, y: area.y, width, height: height - area.y };
}
