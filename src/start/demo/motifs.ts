import { circle, polygon, round } from './svg';

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
  readonly palette: Palette;
}

/** Draws a picture as SVG. */
type Motif = (scene: Scene) => string;

const centreOf = ({ x, y, width, height }: Area) => [x + width / 2, y + height / 2] as const;
const shorterSide = ({ width, height }: Area) => Math.min(width, height);
const times = (count: number) => Array.from({ length: count }, (_value, index) => index);

const glow = (cx: number, cy: number, r: number): string => circle(cx, cy, r, 'fill="url(#glow)"');

/** Layers of hills or waves over the whole width, the nearest one on top. */
function layers({ width, height, area }: Scene, colour: string, waves: number): string {
  return times(4)
    .map((layer) => {
      const level = height - area.height * (0.5 - layer * 0.12);
      const swing = area.height * (0.1 - layer * 0.015);
      const pace = (Math.PI * waves * (1 + layer * 0.35)) / width;
      const crest = times(49).map((step) => {
        const x = (width * step) / 48;
        const turn = Math.sin(x * pace + layer * 1.9) + 0.4 * Math.sin(x * pace * 2.3 + layer);
        return [x, level + swing * turn] as const;
      });
      const foot = [[width, height] as const, [0, height] as const];
      return polygon([...crest, ...foot], `fill="${colour}" fill-opacity="0.34"`);
    })
    .join('');
}

const hills: Motif = (scene) => {
  const { area, palette } = scene;
  const [cx, cy] = centreOf(area);
  const sun = shorterSide(area) * 0.24;
  const [x, y] = [cx, cy + area.height * 0.04];
  return (
    glow(x, y, sun * 2.6) +
    circle(x, y, sun, 'fill="url(#light)"') +
    layers(scene, palette.from, 2.2)
  );
};

const waves: Motif = (scene) => {
  const [cx, cy] = centreOf(scene.area);
  const moon = shorterSide(scene.area) * 0.14;
  return (
    glow(cx, cy, moon * 4) +
    circle(cx, cy, moon, `fill="${scene.palette.ink}"`) +
    layers(scene, scene.palette.accent, 4)
  );
};

const rings: Motif = ({ area, palette }) => {
  const unit = shorterSide(area) * 0.11;
  const [cx, cy] = centreOf(area);
  const around = times(8).map((index) =>
    circle(
      cx,
      cy,
      unit * (index + 2) * 0.95,
      `fill="none" stroke="${palette.ink}" stroke-width="${round(unit * 0.3)}" stroke-opacity="${round(0.55 / (index + 2))}"`,
    ),
  );
  return glow(cx, cy, unit * 4) + around.join('') + circle(cx, cy, unit, 'fill="url(#light)"');
};

const bars: Motif = ({ area, palette }) => {
  const shares = [0.28, 0.42, 0.36, 0.58, 0.72, 0.94];
  const pitch = area.width / shares.length;
  const last = shares.length - 1;
  return shares
    .map((share, index) => {
      const height = area.height * share * 0.85;
      const [x, y] = [area.x + index * pitch, area.y + area.height * 0.95 - height];
      const paint =
        index === last ? 'fill="url(#light)"' : `fill="${palette.ink}" fill-opacity="0.16"`;
      return `<rect x="${round(x)}" y="${round(y)}" width="${round(pitch * 0.62)}" height="${round(height)}" rx="${round(pitch * 0.18)}" ${paint}/>`;
    })
    .join('');
};

const orbits: Motif = ({ area, palette }) => {
  const size = shorterSide(area);
  const [cx, cy] = centreOf(area);
  const moons = [0.34, 0.5, 0.68].map((share, index) => {
    const angle = 0.7 + index * 2.3;
    const [x, y] = [cx + Math.cos(angle) * size * share, cy + Math.sin(angle) * size * share];
    const path = `fill="none" stroke="${palette.ink}" stroke-opacity="0.35" stroke-width="${round(Math.max(1, size * 0.008))}"`;
    return (
      circle(cx, cy, size * share, path) +
      circle(x, y, size * (0.055 - index * 0.01), `fill="${palette.ink}" fill-opacity="0.9"`)
    );
  });
  return (
    glow(cx, cy, size * 0.5) + moons.join('') + circle(cx, cy, size * 0.2, 'fill="url(#light)"')
  );
};

const peaks: Motif = ({ height: ground, area, palette }) => {
  const mountains = [
    [0.22, 0.62, 0.2],
    [0.86, 0.7, 0.2],
    [0.54, 0.95, 0.32],
  ] as const;
  const curtains = times(3).map((index) => {
    const [y, bend] = [area.y + area.height * (0.08 + index * 0.1), area.height * 0.16];
    const [x, width] = [area.x - area.width * 0.1, area.width * 1.3];
    return `<path d="M${round(x)},${round(y)} q${round(width * 0.25)},${round(-bend)} ${round(width * 0.5)},0 t${round(width * 0.5)},0" fill="none" stroke="${palette.accent}" stroke-opacity="${round(0.4 - index * 0.1)}" stroke-width="${round(area.height * 0.035)}" stroke-linecap="round"/>`;
  });
  return (
    curtains.join('') +
    mountains
      .map(([share, size, opacity]) => {
        const top = ground - area.height * size;
        const [middle, half] = [area.x + area.width * share, area.height * size * 0.62];
        const [left, right] = [[middle - half, ground] as const, [middle + half, ground] as const];
        const lit = [[middle, top] as const, right, [middle + half * 0.16, ground] as const];
        return (
          polygon([[middle, top], right, left], `fill="${palette.ink}" fill-opacity="${opacity}"`) +
          polygon(lit, `fill="${palette.accent}" fill-opacity="${round(opacity * 1.6)}"`)
        );
      })
      .join('')
  );
};

const facets: Motif = ({ width, height, area, palette }) => {
  const side = Math.max(14, shorterSide(area) * 0.24);
  const rise = (side * Math.sqrt(3)) / 2;
  const columns = Math.ceil(((width + side - area.x) * 2) / side);
  return times(Math.ceil(height / rise))
    .flatMap((row) =>
      times(columns).map((column) => {
        const [x, y] = [area.x + (column * side) / 2, row * rise];
        const tip = (row + column) % 2 === 0 ? 0 : rise;
        // A fixed scatter; opacity grows towards the right edge.
        const scatter = ((row * 7 + column * 13) % 11) / 11;
        const opacity = round(scatter * Math.min(1, (x - area.x) / area.width) * 0.5);
        const colour = scatter > 0.7 ? palette.accent : palette.ink;
        return polygon(
          [
            [x, y + tip],
            [x + side / 2, y + rise - tip],
            [x - side / 2, y + rise - tip],
          ],
          `fill="${colour}" fill-opacity="${opacity}"`,
        );
      }),
    )
    .join('');
};

const dots: Motif = ({ width, height, area, palette }) => {
  const pitch = Math.max(7, shorterSide(area) * 0.105);
  const [cx, cy] = centreOf(area);
  const reach = Math.hypot(area.width, area.height) * 0.52;
  return times(Math.ceil(height / pitch))
    .flatMap((row) =>
      times(Math.ceil((width - area.x) / pitch)).map((column) => {
        const [x, y] = [area.x + (column + 0.5) * pitch, (row + 0.5) * pitch];
        const nearness = 1 - Math.hypot(x - cx, y - cy) / reach;
        if (nearness <= 0.05) return '';
        const isAccent = Math.abs(x - cx + (y - cy)) < pitch * 1.1;
        const paint = isAccent ? 'fill="url(#light)"' : `fill="${palette.ink}" fill-opacity="0.3"`;
        return circle(x, y, pitch * 0.44 * nearness, paint);
      }),
    )
    .join('');
};

export const motifs = { hills, waves, rings, bars, orbits, peaks, facets, dots } as const;
export type MotifName = keyof typeof motifs;
