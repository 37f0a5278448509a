/** Writes a number with the digits that a picture needs, so that its text stays short. */
export const round = (value: number): number => Math.round(value * 100) / 100;

/** @param paint attributes */
export function circle(cx: number, cy: number, r: number, paint: string): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" ${paint}/>`;
}

/** @param paint attributes */
export function polygon(
  points: readonly (readonly [x: number, y: number])[],
  paint: string,
): string {
  const corners = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
  return `<polygon points="${corners}" ${paint}/>`;
}
