import { encodePng } from './png';

export type Point = readonly [x: number, y: number];
export type Rgb = readonly [red: number, green: number, blue: number];

/** An area of the plane; edges are softened over one pixel when it is painted. */
export interface Shape {
  /** Left, top, right and bottom of a box around it. */
  readonly box: readonly [number, number, number, number];
  /** Pixels to the edge, negative inside. */
  readonly distance: (x: number, y: number) => number;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Fills all of it from one colour to the other, from the top left to the bottom right. */
  fill(from: Rgb, to: Rgb): void;
  /** @param opacity 0 to 1 */
  paint(shape: Shape, colour: Rgb, opacity?: number): void;
  toPng(): Buffer;
}

// Taken once: these run for every pixel of every shape.
const { abs, floor, max, min, sqrt } = Math;
const distanceOf = (dx: number, dy: number) => sqrt(dx * dx + dy * dy);

export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const blend = (at: number, colour: Rgb, share: number) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const old = pixels[at + channel]!;
      pixels[at + channel] = old + (colour[channel]! - old) * share;
    }
  };
  return {
    width,
    height,
    fill(from, to) {
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const share = (x / width + y / height) / 2;
          for (let channel = 0; channel < 3; channel += 1)
            pixels[(y * width + x) * 3 + channel] =
              from[channel]! + (to[channel]! - from[channel]!) * share;
        }
    },
    paint({ box: [left, top, right, bottom], distance }, colour, opacity = 1) {
      for (let y = max(0, floor(top)); y < min(height, bottom + 1); y += 1)
        for (let x = max(0, floor(left)); x < min(width, right + 1); x += 1) {
          const outside = distance(x + 0.5, y + 0.5);
          if (outside < 0.5) blend((y * width + x) * 3, colour, opacity * min(1, 0.5 - outside));
        }
    },
    toPng: () => encodePng(width, height, new Uint8Array(pixels.buffer)),
  };
}

/** @param hex `#rrggbb` */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

export function circle([cx, cy]: Point, radius: number): Shape {
  return {
    box: [cx - radius - 1, cy - radius - 1, cx + radius + 1, cy + radius + 1],
    distance: (x, y) => distanceOf(x - cx, y - cy) - radius,
  };
}

/** @param radius to the middle of the line */
export function ring(centre: Point, radius: number, thickness: number): Shape {
  const { box, distance } = circle(centre, radius + thickness / 2);
  return { box, distance: (x, y) => abs(distance(x, y) + thickness / 2) - thickness / 2 };
}

export function roundedBox(
  [left, top]: Point,
  width: number,
  height: number,
  radius: number,
): Shape {
  const inner = min(radius, width / 2, height / 2);
  const [cx, cy] = [left + width / 2, top + height / 2];
  return {
    box: [left - 1, top - 1, left + width + 1, top + height + 1],
    distance: (x, y) => {
      const dx = abs(x - cx) - width / 2 + inner;
      const dy = abs(y - cy) - height / 2 + inner;
      return distanceOf(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - inner;
    },
  };
}

/** A line through the points with round ends and joints. */
export function stroke(points: readonly Point[], thickness: number): Shape {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const margin = thickness / 2 + 1;
  const segments = points.slice(1).map(([bx, by], index) => {
    const [ax, ay] = points[index]!;
    const [dx, dy] = [bx - ax, by - ay];
    return { ax, ay, dx, dy, squared: max(1e-9, dx * dx + dy * dy) };
  });
  return {
    box: [min(...xs) - margin, min(...ys) - margin, max(...xs) + margin, max(...ys) + margin],
    distance: (x, y) => {
      let nearest = Infinity;
      for (const { ax, ay, dx, dy, squared } of segments) {
        const share = min(1, max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
        nearest = min(nearest, distanceOf(x - ax - dx * share, y - ay - dy * share));
      }
      return nearest - thickness / 2;
    },
  };
}

/** All that lies below a curve, down to `bottom`; the curve must not be steep. */
export function below(curve: (x: number) => number, width: number, bottom: number): Shape {
  const tops = Array.from({ length: Math.ceil(width) + 1 }, (_, x) => curve(x + 0.5));
  return {
    box: [0, tops.reduce((a, b) => min(a, b)) - 1, width, bottom],
    distance: (x, y) => tops[floor(x)]! - y,
  };
}

/** A convex polygon, corners clockwise as seen (y grows downwards). */
export function polygon(corners: readonly Point[]): Shape {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const edges = corners.map(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length]!;
    const length = distanceOf(bx - ax, by - ay);
    return { ax, ay, nx: (by - ay) / length, ny: (ax - bx) / length };
  });
  return {
    box: [min(...xs) - 1, min(...ys) - 1, max(...xs) + 1, max(...ys) + 1],
    distance: (x, y) => {
      let furthest = -Infinity;
      for (const { ax, ay, nx, ny } of edges)
        furthest = max(furthest, (x - ax) * nx + (y - ay) * ny);
      return furthest;
    },
  };
}
