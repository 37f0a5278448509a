import { below, type Canvas, circle, polygon, type Rgb, ring, roundedBox } from './canvas';

/** Where the picture of an advert goes; a motif may spill over its edges. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Palette {
  /** Background, top left and bottom right. */
  readonly from: Rgb;
  readonly to: Rgb;
  readonly ink: Rgb;
  readonly accent: Rgb;
  /** Text on the accent. */
  readonly onAccent: Rgb;
}

type Motif = (canvas: Canvas, area: Area, palette: Palette) => void;

const centreOf = ({ x, y, width, height }: Area) => [x + width / 2, y + height / 2] as const;
const shorterSide = ({ width, height }: Area) => Math.min(width, height);

/** Layers of hills or waves over the whole width, the nearest one darkest. */
function paintLayers(canvas: Canvas, area: Area, colour: Rgb, waves: number): void {
  const layers = 4;
  for (let layer = 0; layer < layers; layer += 1) {
    const level = canvas.height - area.height * (0.5 - layer * 0.12);
    const swing = area.height * (0.1 - layer * 0.015);
    const pace = (Math.PI * waves * (1 + layer * 0.35)) / canvas.width;
    const curve = (x: number) =>
      level + swing * (Math.sin(x * pace + layer * 1.9) + 0.4 * Math.sin(x * pace * 2.3 + layer));
    canvas.paint(below(curve, canvas.width, canvas.height), colour, 0.3);
  }
}

const hills: Motif = (canvas, area, { accent, from }) => {
  const [cx, cy] = centreOf(area);
  canvas.paint(circle([cx, cy - area.height * 0.1], shorterSide(area) * 0.27), accent, 0.95);
  paintLayers(canvas, area, from, 2.2);
};

const waves: Motif = (canvas, area, { accent }) => {
  paintLayers(canvas, area, accent, 4);
};

const rings: Motif = (canvas, area, { accent, ink }) => {
  const unit = shorterSide(area) * 0.11;
  const centre = centreOf(area);
  canvas.paint(circle(centre, unit), accent);
  for (let index = 2; index < 9; index += 1)
    canvas.paint(ring(centre, unit * index * 0.95, unit * 0.3), ink, 0.5 / index);
};

const bars: Motif = (canvas, area, { accent, ink }) => {
  const heights = [0.28, 0.42, 0.36, 0.58, 0.72, 0.94];
  const pitch = area.width / heights.length;
  heights.forEach((share, index) => {
    const height = area.height * share * 0.85;
    const bar = roundedBox(
      [area.x + index * pitch, area.y + area.height * 0.95 - height],
      pitch * 0.62,
      height,
      pitch * 0.18,
    );
    canvas.paint(bar, index === heights.length - 1 ? accent : ink, index === 5 ? 1 : 0.14);
  });
};

const orbits: Motif = (canvas, area, { accent, ink }) => {
  const size = shorterSide(area);
  const [cx, cy] = centreOf(area);
  canvas.paint(circle([cx, cy], size * 0.2), accent);
  canvas.paint(circle([cx - size * 0.05, cy - size * 0.05], size * 0.12), ink, 0.18);
  [0.34, 0.5, 0.68].forEach((share, index) => {
    canvas.paint(ring([cx, cy], size * share, Math.max(1, size * 0.008)), ink, 0.35);
    const angle = 0.7 + index * 2.3;
    const moon = [
      cx + Math.cos(angle) * size * share,
      cy + Math.sin(angle) * size * share,
    ] as const;
    canvas.paint(circle(moon, size * (0.055 - index * 0.01)), ink, 0.9);
  });
};

const peaks: Motif = (canvas, area, { accent, ink }) => {
  const ground = canvas.height;
  const { x, width, height } = area;
  for (const [share, size, opacity] of [
    [0.22, 0.62, 0.2],
    [0.86, 0.7, 0.2],
    [0.54, 0.95, 0.32],
  ] as const) {
    const [top, middle, half] = [ground - height * size, x + width * share, height * size * 0.62];
    const foot = middle + half * 0.16;
    canvas.paint(
      polygon([
        [middle, top],
        [middle + half, ground],
        [middle - half, ground],
      ]),
      ink,
      opacity,
    );
    canvas.paint(
      polygon([
        [middle, top],
        [middle + half, ground],
        [foot, ground],
      ]),
      accent,
      opacity * 1.6,
    );
  }
};

const facets: Motif = (canvas, area, { accent, ink }) => {
  const side = Math.max(14, shorterSide(area) * 0.24);
  const rise = (side * Math.sqrt(3)) / 2;
  for (let row = 0; row * rise < canvas.height; row += 1)
    for (let column = 0; area.x + (column * side) / 2 < canvas.width + side; column += 1) {
      const x = area.x + (column * side) / 2;
      const y = row * rise;
      const tip = (row + column) % 2 === 0 ? 0 : rise;
      const corners = [
        [x, y + tip],
        [x + side / 2, y + rise - tip],
        [x - side / 2, y + rise - tip],
      ] as const;
      // A fixed scatter; opacity grows towards the right edge.
      const scatter = ((row * 7 + column * 13) % 11) / 11;
      const share = Math.min(1, (x - area.x) / area.width) * 0.5;
      const shape = polygon(tip === 0 ? corners : [corners[0], corners[2], corners[1]]);
      canvas.paint(shape, scatter > 0.7 ? accent : ink, scatter * share);
    }
};

const dots: Motif = (canvas, area, { accent, ink }) => {
  const pitch = Math.max(7, shorterSide(area) * 0.105);
  const [cx, cy] = centreOf(area);
  const reach = Math.hypot(area.width, area.height) * 0.52;
  for (let y = pitch / 2; y < canvas.height; y += pitch)
    for (let x = area.x + pitch / 2; x < canvas.width; x += pitch) {
      const nearness = 1 - Math.hypot(x - cx, y - cy) / reach;
      if (nearness <= 0.05) continue;
      const isAccent = Math.abs(x - cx + (y - cy)) < pitch * 1.1;
      canvas.paint(
        circle([x, y], pitch * 0.44 * nearness),
        isAccent ? accent : ink,
        isAccent ? 1 : 0.3,
      );
    }
};

export const motifs = { hills, waves, rings, bars, orbits, peaks, facets, dots } as const;
export type MotifName = keyof typeof motifs;
