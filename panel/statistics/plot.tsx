import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface PlotProps {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** Null: nothing was counted. */
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  /** Things that are counted: no mark stands between two numbers. */
  readonly isCounted: boolean;
  readonly formatTime: (seconds: number) => string;
  /** Least seconds between two times below the line. */
  readonly tickSeconds: number;
  /** `light` or `dark`: the canvas has no style sheet. */
  readonly scheme: string;
  /** Gets the place that the pointer is at; null: nowhere. */
  readonly onPoint: (at: number | null) => void;
}

const height = 260;

/** Steps between marks: 1, 2, 5, 10, … */
const wholeSteps = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

/** A line over time. In a file of its own, as its library is loaded with the first chart only. */
export function Plot({ times, values, scheme, tickSeconds, isCounted, ...callbacks }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(callbacks);
  latest.current = callbacks;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const data: UPlot.AlignedData = [[...times], [...values]];
    const plot = new UPlot(optionsOf(element, { tickSeconds, isCounted }, latest), data, element);
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    const redraw = () => {
      plot.redraw();
    };
    // The colours of the sheet are others.
    window.addEventListener('beforeprint', redraw);
    window.addEventListener('afterprint', redraw);
    return () => {
      window.removeEventListener('beforeprint', redraw);
      window.removeEventListener('afterprint', redraw);
      observer.disconnect();
      plot.destroy();
    };
  }, [times, values, scheme, tickSeconds, isCounted]);
  return <div ref={frame} className="plot" />;
}

function optionsOf(
  element: HTMLElement,
  { tickSeconds, isCounted }: Pick<PlotProps, 'tickSeconds' | 'isCounted'>,
  latest: { readonly current: Pick<PlotProps, 'format' | 'formatTime' | 'onPoint'> },
): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => () => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour('--mantine-color-dimmed'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height,
    padding: [12, 28, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false }, points: { size: 8 } },
    scales: { y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        space: 70,
        incrs: [1, 2, 3, 4, 6, 7, 12, 14, 30, 60, 90, 180, 365, 730].map(
          (times) => times * tickSeconds,
        ),
        values: (_plot, splits) => splits.map((value) => latest.current.formatTime(value)),
      },
      {
        ...axis,
        ...(isCounted ? { incrs: wholeSteps } : {}),
        // Null before there are any, whatever its types say.
        size: (_plot, texts: readonly string[] | null) =>
          16 + 7 * Math.max(3, ...(texts ?? []).map(({ length }) => length)),
        values: (_plot, splits) =>
          splits.map((value) => latest.current.format(value)).map(onceInARow),
      },
    ],
    series: [
      {},
      {
        stroke: colour('--mantine-color-blue-text'),
        fill: colour('--chart-fill'),
        width: 2,
        points: { show: (plot) => plot.data[0].length < 50, size: 5 },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          latest.current.onPoint(plot.cursor.idx ?? null);
        },
      ],
    },
  };
}

/** Where numbers are small, several lines are written alike. */
const onceInARow = (text: string, at: number, all: readonly string[]): string =>
  text === all[at - 1] ? '' : text;
