import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { t, wordOf } from '../texts/texts';
import { Chart } from './chart';
import { type FiguresFilter, figuresQuery, type Side, type Statistics } from './figures';
import { RangePicker } from './range-picker';
import { type Range, toRange } from './range';
import {
  findSeries,
  firstSeries,
  formatChange,
  formatCount,
  formatFigure,
  type Series,
  seriesOf,
} from './series';
import type { FiguresSearch } from './search';
import type { Live } from './use-live-figures';
import { lookEveryMs, useNow } from './use-now';

interface OverviewProps {
  readonly side: Side;
  readonly search: FiguresSearch;
  readonly onSearch: (search: FiguresSearch) => void;
  readonly filter?: FiguresFilter;
  /** Left out where nobody tells: the figures are looked at every ten seconds. */
  readonly live?: Live;
  /** Other fields that narrow the figures down. */
  readonly children?: ReactNode;
}

const tiles = 4;
const everything: FiguresFilter = {};

/** The most important figures of a time beside those of the time before, and one of them as a chart. */
export function Overview({
  side,
  search,
  onSearch,
  filter = everything,
  live,
  children,
}: OverviewProps) {
  const { series: chosen, by, ...rangeSearch } = search;
  const others = { ...(by !== undefined && { by }) };
  const range = toRange(rangeSearch, useNow());
  const figures = useQuery({
    ...figuresQuery(side, range, filter),
    refetchInterval: live === 'live' ? false : lookEveryMs,
  });
  const series = findSeries(side, chosen);
  const choose = (name: string) => {
    const { name: found } = findSeries(side, name);
    const other = found !== firstSeries[side] && { series: found };
    onSearch({ ...rangeSearch, ...other, ...others });
  };
  return (
    <section className="card overview" aria-label={t('statistics.figures')}>
      <div className="overview-head">
        <RangePicker
          value={rangeSearch}
          onChange={(next) => {
            onSearch({ ...next, ...(chosen && { series: chosen }), ...others });
          }}
        />
        {children}
        <NativeSelect
          aria-label={t('statistics.chartOf')}
          size="sm"
          data={seriesOf[side].map(({ name, label }) => ({ value: name, label }))}
          value={series.name}
          onChange={({ currentTarget: { value } }) => {
            choose(value);
          }}
        />
      </div>
      <Problem error={figures.error} onRetry={() => void figures.refetch()} />
      {live === 'lost' ? (
        <p className="soft small" role="status">
          {t('statistics.notLive', { seconds: formatCount(lookEveryMs / 1_000) })}
        </p>
      ) : null}
      {figures.data ? (
        <Shown {...{ side, series, range }} statistics={figures.data} onChoose={choose} />
      ) : (
        figures.isPending && <Loading />
      )}
    </section>
  );
}

function Shown({
  side,
  series,
  range,
  statistics: { nodes, totals, previous, behindSeconds },
  onChoose,
}: {
  readonly side: Side;
  readonly series: Series;
  readonly range: Range;
  readonly statistics: Statistics;
  readonly onChoose: (name: string) => void;
}) {
  return (
    <>
      <div className="tiles">
        {seriesOf[side].slice(0, tiles).map((one) => {
          const change = formatChange(totals, previous, one);
          return (
            <button
              key={one.name}
              type="button"
              className="tile"
              aria-pressed={one.name === series.name}
              onClick={() => {
                onChoose(one.name);
              }}
            >
              <span className="tile-label">{one.label}</span>
              <span className="tile-value">{formatFigure(totals, one)}</span>
              <span className="tile-change">
                {change === null
                  ? t('statistics.nothingBefore')
                  : t('statistics.onTheTimeBefore', { change })}
              </span>
            </button>
          );
        })}
      </div>
      <Chart rows={nodes} series={series} interval={range.interval} />
      <NotAccepted rejected={totals.rejected} />
      {behindSeconds > 120 ? (
        <p className="soft small">{t('statistics.theLastViewsAndClicks')}</p>
      ) : null}
    </>
  );
}

/** Why views and clicks were not accepted, and so not paid for. */
function NotAccepted({ rejected }: { readonly rejected: Statistics['totals']['rejected'] }) {
  if (rejected.length === 0) return null;
  return (
    <details className="disclosure">
      <summary>{t('statistics.viewsAndClicksThatNobody')}</summary>
      <div className="chart-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('common.why')}</th>
              <th scope="col">{t('common.what')}</th>
              <th scope="col" className="number">
                {t('statistics.howMany')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ kind, reason, count }) => (
              <tr key={`${kind} ${reason}`}>
                <td>{wordOf(reason)}</td>
                <td>{kind === 'click' ? t('statistics.clicks') : t('statistics.views')}</td>
                <td className="number">{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
