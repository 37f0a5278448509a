import { Button, useComputedColorScheme } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { loadCode } from '../load-code';
import { locale, t } from '../texts/texts';
import { csvAddress } from './csv';
import type { Statistics } from './figures';
import type { PlotProps } from './plot';
import type { Interval } from './range';
import { formatFigure, formatTick, type Series, toPoint } from './series';

/** A chart that cannot be drawn takes nothing else with it: its table is there. */
const Plot = lazy<ComponentType<PlotProps>>(async () => ({
  default: await loadCode(() => import('./plot')).then(
    ({ Plot: loaded }) => loaded,
    () => NoPlot,
  ),
}));

const NoPlot = () => <p className="none">{t('statistics.theChartCannotBeDrawn')}</p>;

const formats: Readonly<Record<Interval, Intl.DateTimeFormat>> = {
  hour: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
  week: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
  month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }),
};

const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const hours = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });

/** Under the chart, where there is little room: the day, or the hour of one. */
function formatTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  const isDay = at.getHours() === 0 && at.getMinutes() === 0;
  return (isDay ? days : hours).format(at);
}

/** Times and numbers as the server has them: spreadsheets know no digits of another language. */
const toCsv = (rows: Statistics['nodes'], { name, label }: Series) => [
  [t('common.time'), label],
  ...rows.map(({ from, figures }) => [from, String(figures[name] ?? '')]),
];

interface ChartProps {
  readonly rows: Statistics['nodes'];
  readonly series: Series;
  readonly interval: Interval;
}

/** A series over time; its figures are there as a table, too. */
export function Chart({ rows, series, interval }: ChartProps) {
  const scheme = useComputedColorScheme('light');
  const [at, setAt] = useState<number | null>(null);
  const times = useMemo(() => rows.map(({ from }) => Date.parse(from) / 1000), [rows]);
  const values = useMemo(() => rows.map(({ figures }) => toPoint(figures, series)), [rows, series]);
  const pointed = at === null ? undefined : rows[at];
  const timeOf = (from: string) => formats[interval].format(new Date(from));
  return (
    <>
      <p className="chart-point" aria-hidden="true">
        {pointed === undefined ? (
          <span className="soft">{series.label}</span>
        ) : (
          <>
            <strong>{formatFigure(pointed.figures, series)}</strong>{' '}
            <span className="soft">{timeOf(pointed.from)}</span>
          </>
        )}
      </p>
      <div
        className="chart"
        role="img"
        aria-label={t('statistics.overTime', { series: series.label })}
      >
        <Suspense fallback={null}>
          <Plot
            times={times}
            values={values}
            scheme={scheme}
            format={(value) => formatTick(value, series.unit)}
            isCounted={series.unit === 'count'}
            formatTime={formatTime}
            tickSeconds={interval === 'hour' ? 3_600 : 86_400}
            onPoint={setAt}
          />
        </Suspense>
      </div>
      <details className="disclosure">
        <summary>{t('statistics.showAsATable')}</summary>
        <div
          className="chart-rows"
          tabIndex={0}
          role="region"
          aria-label={t('statistics.tableOf', { series: series.label })}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t('common.time')}</th>
                <th scope="col" className="number">
                  {series.label}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ from, figures }) => (
                <tr key={from}>
                  <td>{timeOf(from)}</td>
                  <td className="number">{formatFigure(figures, series)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Button
          component="a"
          variant="default"
          size="xs"
          href={csvAddress(toCsv(rows, series))}
          download={`${series.name}.csv`}
        >
          {t('statistics.saveAsCsv')}
        </Button>
      </details>
    </>
  );
}
